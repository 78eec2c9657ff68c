package io.foreread.it.attach;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The instructions of the methods of a class file, with the constants themselves in place of indexes. A JVM that redefines a
 * class changes the order of its constants, so that only this form of two class files can be compared.
 *
 * <p>The files that the serviceability agent writes are not complete: their table of bootstrap methods is not valid, so that
 * ASM does not read them, they have only half of each long and double, and no bridge methods. These parts are not
 * compared.
 */
final class MethodCode {
    private static final int ACC_BRIDGE = 0x40;
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

    /** The instructions and the exception handlers, by name and descriptor of the method. */
    static Map<String, List<String>> of(byte[] classFile) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile))) {
            in.skipNBytes(8);
            return new MethodCode(constants(in)).methods(in);
        } catch (IOException e) {
            throw new IllegalArgumentException("not a class file", e);
        }
    }

    /** Each constant is text, or an array of the indexes of other constants. */
    private static Object[] constants(DataInputStream in) throws IOException {
        Object[] constants = new Object[in.readUnsignedShort()];
        for (int i = 1; i < constants.length; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> constants[i] = in.readUTF();
                case 3, 4 -> constants[i] = tag + ":" + in.readInt();
                case 5, 6 -> {
                    in.skipNBytes(8);
                    constants[i++] = String.valueOf(tag);
                }
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
            boolean isBridge = (in.readUnsignedShort() & ACC_BRIDGE) != 0;
            String name = text(in.readUnsignedShort()) + text(in.readUnsignedShort());
            List<String> lines = new ArrayList<>();
            for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
                boolean isCode = text(in.readUnsignedShort()).equals("Code");
                int length = in.readInt();
                if (isCode) code(in, lines);
                else in.skipNBytes(length);
            }
            if (!isBridge) methods.put(name, lines);
        }
        return methods;
    }

    private static void skipAttributes(DataInputStream in) throws IOException {
        for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
            in.skipNBytes(2);
            in.skipNBytes(in.readInt());
        }
    }

    private void code(DataInputStream in, List<String> lines) throws IOException {
        in.skipNBytes(4);
        byte[] code = in.readNBytes(in.readInt());
        // Instructions are numbered, because the JVM can replace ldc by the longer ldc_w.
        Map<Integer, Integer> numbers = new HashMap<>();
        for (int at = 0; at < code.length; at += length(code, at)) numbers.put(at, numbers.size());
        numbers.put(code.length, numbers.size());
        for (int at = 0; at < code.length; at += length(code, at)) lines.add(instruction(code, at, numbers));
        for (int handlers = in.readUnsignedShort(); handlers > 0; handlers--) {
            StringBuilder line = new StringBuilder("handler");
            for (int i = 0; i < 3; i++) line.append(' ').append(numbers.get(in.readUnsignedShort()));
            int type = in.readUnsignedShort();
            lines.add(line + (type == 0 ? "" : text(type)));
        }
        skipAttributes(in);
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
