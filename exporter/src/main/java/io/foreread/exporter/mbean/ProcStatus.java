package io.foreread.exporter.mbean;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the status file of a process on Linux. */
final class ProcStatus {
    private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");
    private static final long KIBIBYTE = 1024;

    private ProcStatus() {}

    /**
     * @return the resident memory; a negative number if the file does not exist or has no line VmRSS, as on systems
     *     other than Linux
     */
    static long residentBytes(Path status) {
        try {
            Matcher resident = RESIDENT.matcher(new String(Files.readAllBytes(status), StandardCharsets.ISO_8859_1));
            return resident.find() ? Long.parseLong(resident.group(1)) * KIBIBYTE : -1;
        } catch (IOException e) {
            return -1;
        }
    }
}
