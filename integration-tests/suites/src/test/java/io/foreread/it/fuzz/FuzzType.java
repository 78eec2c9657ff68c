package io.foreread.it.fuzz;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A CQL type and its random literals. */
enum FuzzType {
    INT("int") {
        @Override
        String literal(Random random) {
            return String.valueOf(random.nextInt());
        }
    },
    SMALL_INT("int") {
        @Override
        String literal(Random random) {
            return String.valueOf(random.nextInt(30));
        }
    },
    BIGINT("bigint") {
        @Override
        String literal(Random random) {
            return String.valueOf(random.nextLong());
        }
    },
    TEXT("text") {
        @Override
        String literal(Random random) {
            return "'" + "w".repeat(random.nextInt(4)) + random.nextInt(50) + "'";
        }
    },
    UUID_TYPE("uuid") {
        @Override
        String literal(Random random) {
            return new UUID(random.nextLong(), random.nextLong()).toString();
        }
    },
    BOOLEAN("boolean") {
        @Override
        String literal(Random random) {
            return String.valueOf(random.nextBoolean());
        }
    },
    DOUBLE("double") {
        @Override
        String literal(Random random) {
            return String.valueOf(random.nextGaussian());
        }
    },
    DECIMAL("decimal") {
        @Override
        String literal(Random random) {
            return new BigDecimal(new BigInteger(random.nextInt(1, 100), random), random.nextInt(9)).toPlainString();
        }
    },
    VARINT("varint") {
        @Override
        String literal(Random random) {
            return new BigInteger(random.nextInt(1, 300), random).toString();
        }
    },
    TIMESTAMP("timestamp") {
        @Override
        String literal(Random random) {
            return String.valueOf(random.nextLong(4_000_000_000_000L));
        }
    },
    INET("inet") {
        @Override
        String literal(Random random) {
            return "'10.0." + random.nextInt(256) + "." + random.nextInt(256) + "'";
        }
    },
    /** Random bytes or zeros. The length ranges from 0 to several chunks. */
    BLOB("blob") {
        @Override
        String literal(Random random) {
            int bytes = random.nextInt(30) == 0 ? random.nextInt(60_000) : random.nextInt(900);
            boolean noise = random.nextBoolean();
            byte[] value = new byte[bytes];
            if (noise) random.nextBytes(value);
            return "0x" + HexFormat.of().formatHex(value);
        }
    },
    LIST("list<int>") {
        @Override
        String literal(Random random) {
            return "[" + join(random, INT) + "]";
        }
    },
    SET("set<text>") {
        @Override
        String literal(Random random) {
            TreeSet<String> words = new TreeSet<>();
            for (int i = random.nextInt(6); i > 0; i--) words.add(TEXT.literal(random));
            return "{" + String.join(", ", words) + "}";
        }
    },
    MAP("map<text, blob>") {
        @Override
        String literal(Random random) {
            TreeMap<String, String> entries = new TreeMap<>();
            for (int i = random.nextInt(4); i > 0; i--) entries.put(TEXT.literal(random), BLOB.literal(random));
            return entries.entrySet().stream()
                    .map(entry -> entry.getKey() + ": " + entry.getValue())
                    .collect(Collectors.joining(", ", "{", "}"));
        }
    },
    FROZEN("frozen<list<bigint>>") {
        @Override
        String literal(Random random) {
            return "[" + join(random, BIGINT) + "]";
        }
    },
    TUPLE("frozen<tuple<int, text>>") {
        @Override
        String literal(Random random) {
            return "(" + INT.literal(random) + ", " + TEXT.literal(random) + ")";
        }
    };

    private final String cql;

    FuzzType(String cql) {
        this.cql = cql;
    }

    abstract String literal(Random random);

    String cql() {
        return cql;
    }

    /** A type for a partition key or clustering column. It has few values, so that statements repeat keys. */
    static FuzzType ofKey(Random random) {
        return pick(random, SMALL_INT, TEXT, SMALL_INT, BOOLEAN);
    }

    static FuzzType ofValue(Random random) {
        return pick(random, values());
    }

    private static FuzzType pick(Random random, FuzzType... types) {
        return types[random.nextInt(types.length)];
    }

    private static String join(Random random, FuzzType type) {
        return IntStream.range(0, random.nextInt(5))
                .mapToObj(i -> type.literal(random))
                .collect(Collectors.joining(", "));
    }
}
