package io.foreread.it.contract;

import io.foreread.agent.readahead.ReadAhead;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.cassandra.io.util.DataPosition;

/**
 * Sequences of reads and seeks in an undamaged file. Both readers of a {@link ReaderPair} must return the same results.
 */
enum AccessPattern {
    SEQUENTIAL {
        @Override
        void run(ReaderPair pair, SstableFile file) {
            int[] sizes = {1, 3, 7, 4093, 65_537, 127, 100_003, 16_384, 13};
            for (int i = 0; !pair.isEOF() && pair.read(sizes[i % sizes.length]); i++) {}
            pair.read(1);
        }
    },
    PRIMITIVES {
        @Override
        void run(ReaderPair pair, SstableFile file) {
            for (int chunk = 0; chunk < Math.min(8, file.chunkCount()); chunk++) {
                // Starts before the boundary of two chunks, so that one value lies across the boundary.
                if (chunk > 0 && !pair.seek((long) chunk * file.chunkLengthBytes() - 151)) return;
                for (int i = 0; i < 20 && pair.position() + 15 < file.dataLengthBytes(); i++) {
                    pair.both("int", reader -> reader.readInt());
                    pair.both("long", reader -> reader.readLong());
                    pair.both("byte", reader -> reader.readByte());
                    pair.both("short", reader -> reader.readUnsignedShort());
                }
            }
        }
    },
    FORWARD_SKIPS {
        @Override
        void run(ReaderPair pair, SstableFile file) {
            Random random = new Random(1);
            while (!pair.isEOF()) {
                int skip = random.nextInt(file.chunkLengthBytes() * 5 / 2);
                if (!pair.both("skip of " + skip, reader -> reader.skipBytes(skip))) return;
                pair.read(100);
            }
        }
    },
    BACKWARD {
        @Override
        void run(ReaderPair pair, SstableFile file) {
            long step = Math.max(file.chunkLengthBytes() * 2L / 3, file.dataLengthBytes() / 80);
            for (long position = file.dataLengthBytes() - 1; position >= 0; position -= step)
                pair.seekAndRead(position, 50);
        }
    },
    RANDOM {
        @Override
        void run(ReaderPair pair, SstableFile file) {
            Random random = new Random(2);
            for (int i = 0; i < 80; i++)
                pair.seekAndRead((long) (random.nextDouble() * file.dataLengthBytes()), random.nextInt(9000));
        }
    },
    CHUNK_BOUNDARIES {
        @Override
        void run(ReaderPair pair, SstableFile file) {
            int step = Math.max(1, file.chunkCount() / 60);
            for (int chunk = 0; chunk < file.chunkCount(); chunk += step)
                around(pair, file, (long) chunk * file.chunkLengthBytes());
        }
    },
    BLOCK_BOUNDARIES {
        @Override
        void run(ReaderPair pair, SstableFile file) {
            List<Long> positions = new ArrayList<>();
            long blockBytes = ReadAhead.instance().blockBytes();
            for (long offset = blockBytes; offset < file.compressedLengthBytes(); offset += blockBytes) {
                int chunk = file.compressed() ? file.chunkAt(offset) : (int) (offset / file.chunkLengthBytes());
                for (int near = chunk - 1; near <= chunk + 2; near++)
                    positions.add((long) near * file.chunkLengthBytes());
            }
            for (long position : positions) around(pair, file, position);
            Collections.reverse(positions);
            for (long position : positions) around(pair, file, position);
        }
    },
    ENDS {
        @Override
        void run(ReaderPair pair, SstableFile file) {
            long length = file.dataLengthBytes();
            pair.both("length", reader -> reader.length());
            pair.seekAndRead(length - 1, 1);
            pair.read(1);
            pair.both("byte at the end", reader -> reader.readByte());
            // If the last chunk is full, the end of the data is in no chunk, and both readers fail.
            if (pair.seek(length)) {
                pair.read(10);
                pair.both("byte at the end", reader -> reader.readByte());
            }
            pair.seek(0);
            pair.attempt("seek beyond the end", reader -> {
                reader.seek(length + 1);
                return null;
            });
            pair.attempt("seek before the start", reader -> {
                reader.seek(-1);
                return null;
            });
            pair.seekAndRead(0, 10);
            int tail = (int) Math.min(100, length);
            pair.seek(length - tail);
            pair.readFully(tail);
            pair.seek(length - tail);
            pair.attempt("full read beyond the end", reader -> {
                reader.readFully(new byte[tail + 1]);
                return null;
            });
            if (pair.seek(length / 2)) {
                pair.readFully(20);
                pair.both("skip to the end", reader -> reader.skipBytes(Integer.MAX_VALUE / 2));
            }
            pair.seekAndRead(length / 3, 500);
        }
    },
    MARKS {
        @Override
        void run(ReaderPair pair, SstableFile file) {
            Random random = new Random(3);
            for (int i = 0; i < 40; i++) {
                long position = (long) (random.nextDouble() * file.dataLengthBytes());
                int before = random.nextInt(3 * file.chunkLengthBytes());
                pair.seek(position);
                pair.both("mark, read, reset at " + position, reader -> {
                    DataPosition mark = reader.mark();
                    int count = reader.read(new byte[before], 0, before);
                    long past = reader.bytesPastMark(mark);
                    reader.reset(mark);
                    return count + " " + past + " " + reader.getFilePointer();
                });
                pair.read(70);
            }
        }
    },
    CLOSING {
        @Override
        void run(ReaderPair pair, SstableFile file) {
            pair.read(100);
            pair.closeBoth();
            pair.closeBoth();
            pair.attempt("file pointer after close", reader -> reader.getFilePointer());
            pair.attempt("seek after close", reader -> {
                reader.seek(0);
                return null;
            });
        }
    };

    abstract void run(ReaderPair pair, SstableFile file);

    private static void around(ReaderPair pair, SstableFile file, long boundary) {
        for (long position = boundary - 1; position <= boundary + 1; position++)
            if (position >= 0 && position < file.dataLengthBytes()) pair.seekAndRead(position, 2);
    }
}
