package io.foreread.it.attach;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The instructions of the methods of a class, with the constants themselves in place of indexes. A JVM that redefines a class
 * changes the order of its constants, so that only this form can be compared.
 */
final class MethodCode {
    private static final int WIDE = 0xc4;
    private static final int TABLESWITCH = 0xaa;
    private static final int LOOKUPSWITCH = 0xab;
    private static final int LDC = 0x12;
    private static final int LDC_W = 0x13;
    private static final int GOTO_W = 0xc8;
    private static final int JSR_W = 0xc9;
    private static final int IINC = 0x84;
    /** The length of each instruction in bytes, as one digit per opcode; 0 for those of variable length. */
    private static final String LENGTHS = "1111111111111111" // nop to dconst_1
            + "2323322222111111" // bipush, sipush, ldc, loads
            + "1111111111111111" // loads
            + "1111112222211111" // array loads, stores
            + "1111111111111111" // stores
            + "1111111111111111" // array stores, pop, dup
            + "1111111111111111" // arithmetic
            + "1111111111111111" // arithmetic
            + "1111311111111111" // iinc, conversions
            + "1111111113333333" // comparisons, if
            + "3333333332001111" // if_icmp, goto, jsr, ret, switches, returns
            + "1133333335532311" // returns, fields, invocations, new, arrays, athrow
            + "3311043355"; // checkcast, instanceof, monitors, wide, multianewarray, ifnull, goto_w

    private final Object[] constants;

    private MethodCode(Object[] constants) {
        this.constants = constants;
    }

    /** The instructions by name and descriptor of the method. */
    static Map<String, List<String>> ofClassFile(byte[] classFile) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile))) {
            in.skipNBytes(8);
            return new MethodCode(constants(in, in.readUnsignedShort())).methods(in);
        } catch (IOException e) {
            throw new IllegalArgumentException("not a class file", e);
        }
    }

    /**
     * Reads what the JVM executes, as current_code.c writes it.
     *
     * @return the instructions by name and descriptor of the method, by internal name of the class
     */
    static Map<String, Map<String, List<String>>> ofJvm(byte[] written) {
        Map<String, Map<String, List<String>>> classes = new TreeMap<>();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(written))) {
            while (in.available() > 0) {
                String descriptor = text(in);
                int count = in.readInt();
                MethodCode code = new MethodCode(
                        constants(new DataInputStream(new ByteArrayInputStream(in.readNBytes(in.readInt()))), count));
                Map<String, List<String>> methods = new TreeMap<>();
                for (int left = in.readInt(); left > 0; left--)
                    methods.put(text(in) + text(in), code.instructions(in.readNBytes(in.readInt())));
                classes.put(descriptor.substring(1, descriptor.length() - 1), methods);
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("the file is not complete", e);
        }
        return classes;
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }

    /** Each constant is text, or an array of the indexes of other constants. */
    private static Object[] constants(DataInputStream in, int count) throws IOException {
        Object[] constants = new Object[count];
        for (int i = 1; i < constants.length; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> constants[i] = in.readUTF();
                case 3, 4 -> constants[i] = tag + ":" + in.readInt();
                case 5, 6 -> constants[i++] = tag + ":" + in.readLong();
                case 7, 8, 16 -> constants[i] = new int[] {in.readUnsignedShort()};
                case 9, 10, 11, 12 -> constants[i] = new int[] {in.readUnsignedShort(), in.readUnsignedShort()};
                case 15 -> {
                    in.skipNBytes(1);
                    constants[i] = new int[] {in.readUnsignedShort()};
                }
                case 17, 18 -> {
                    // The index of the bootstrap method is not comparable.
                    in.skipNBytes(2);
                    constants[i] = new int[] {in.readUnsignedShort()};
                }
                default -> throw new IOException("constant " + i + " has tag " + tag);
            }
        }
        return constants;
    }

    private String text(int index) {
        Object constant = constants[index];
        if (!(constant instanceof int[] parts)) return String.valueOf(constant);
        StringBuilder text = new StringBuilder();
        for (int part : parts) text.append(' ').append(text(part));
        return text.toString();
    }

    private Map<String, List<String>> methods(DataInputStream in) throws IOException {
        in.skipNBytes(6);
        in.skipNBytes(2L * in.readUnsignedShort());
        for (int fields = in.readUnsignedShort(); fields > 0; fields--) {
            in.skipNBytes(6);
            skipAttributes(in);
        }
        Map<String, List<String>> methods = new TreeMap<>();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            in.skipNBytes(2);
            String name = text(in.readUnsignedShort()) + text(in.readUnsignedShort());
            List<String> lines = List.of();
            for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
                boolean isCode = text(in.readUnsignedShort()).equals("Code");
                byte[] content = in.readNBytes(in.readInt());
                if (isCode) lines = instructions(codeOf(content));
            }
            methods.put(name, lines);
        }
        return methods;
    }

    private static void skipAttributes(DataInputStream in) throws IOException {
        for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
            in.skipNBytes(2);
            in.skipNBytes(in.readInt());
        }
    }

    private static byte[] codeOf(byte[] attribute) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(attribute));
        in.skipNBytes(4);
        return in.readNBytes(in.readInt());
    }

    private List<String> instructions(byte[] code) {
        List<String> lines = new ArrayList<>();
        // Instructions are numbered, because the JVM can replace ldc by the longer ldc_w.
        Map<Integer, Integer> numbers = new HashMap<>();
        for (int at = 0; at < code.length; at += length(code, at)) numbers.put(at, numbers.size());
        for (int at = 0; at < code.length; at += length(code, at)) lines.add(instruction(code, at, numbers));
        return lines;
    }

    private static int length(byte[] code, int at) {
        int opcode = code[at] & 0xff;
        int padded = (at & ~3) + 4;
        return switch (opcode) {
            case WIDE -> (code[at + 1] & 0xff) == IINC ? 6 : 4;
            case TABLESWITCH -> padded + 12 + 4 * (int32(code, padded + 8) - int32(code, padded + 4) + 1) - at;
            case LOOKUPSWITCH -> padded + 8 + 8 * int32(code, padded + 4) - at;
            default -> LENGTHS.charAt(opcode) - '0';
        };
    }

    private String instruction(byte[] code, int at, Map<Integer, Integer> numbers) {
        int opcode = code[at] & 0xff;
        int operands = at + 1;
        if (opcode == LDC) return "ldc" + text(code[operands] & 0xff);
        if (opcode == LDC_W) return "ldc" + text(uint16(code, operands));
        if (opcode == TABLESWITCH || opcode == LOOKUPSWITCH) return jumps(code, at, numbers);
        if (isJump(opcode)) return opcode + " to " + numbers.get(at + (short) uint16(code, operands));
        if (opcode == GOTO_W || opcode == JSR_W) return opcode + " to " + numbers.get(at + int32(code, operands));
        StringBuilder line = new StringBuilder().append(opcode);
        if (hasConstant(opcode)) {
            line.append(text(uint16(code, operands)));
            operands += 2;
        }
        for (int i = operands; i < at + length(code, at); i++) line.append(' ').append(code[i]);
        return line.toString();
    }

    /** A switch: its default, its keys and its targets. */
    private static String jumps(byte[] code, int at, Map<Integer, Integer> numbers) {
        boolean table = (code[at] & 0xff) == TABLESWITCH;
        int padded = (at & ~3) + 4;
        StringBuilder line = new StringBuilder("switch ").append(numbers.get(at + int32(code, padded)));
        int end = at + length(code, at);
        if (table) line.append(" from ").append(int32(code, padded + 4));
        for (int i = padded + (table ? 12 : 8); i < end; i += table ? 4 : 8) {
            if (!table) line.append(" case ").append(int32(code, i));
            line.append(" to ").append(numbers.get(at + int32(code, table ? i : i + 4)));
        }
        return line.toString();
    }

    private static boolean isJump(int opcode) {
        return (opcode >= 0x99 && opcode <= 0xa8) || opcode == 0xc6 || opcode == 0xc7;
    }

    /** Whether the operand is the index of a constant in two bytes. */
    private static boolean hasConstant(int opcode) {
        return opcode == 0x14 // ldc2_w
                || (opcode >= 0xb2 && opcode <= 0xbb) // getstatic to new
                || opcode == 0xbd // anewarray
                || opcode == 0xc0 // checkcast
                || opcode == 0xc1 // instanceof
                || opcode == 0xc5; // multianewarray
    }

    private static int uint16(byte[] code, int at) {
        return ((code[at] & 0xff) << 8) | (code[at + 1] & 0xff);
    }

    private static int int32(byte[] code, int at) {
        return (uint16(code, at) << 16) | uint16(code, at + 2);
    }
}
