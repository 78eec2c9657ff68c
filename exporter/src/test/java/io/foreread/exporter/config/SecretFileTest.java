package io.foreread.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretFileTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "rw-------, true, false",
        "rw-r-----, true, true",
        "rw-r--r--, true, true",
        "rw-------, false, false",
        "rw-r-----, false, false",
        "rw-r--r--, false, true",
    })
    void groupIsAcceptedOnlyIfAnotherUserOwnsTheFile(String mode, boolean owned, boolean readable) throws IOException {
        Path file = Files.createFile(directory.resolve("secret"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        String owner = Files.getOwner(file).getName();
        assertThat(SecretFile.isReadableByOthers(file, owned ? owner : "another-" + owner))
                .isEqualTo(readable);
    }

    @Test
    void theOwnerOfAnOwnFileIsTheUserOfThisProcess() throws IOException {
        Path file = Files.createFile(directory.resolve("secret"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(SecretFile.isReadableByOthers(file)).isTrue();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertThat(SecretFile.isReadableByOthers(file)).isFalse();
    }

    @Test
    void missingFileIsNotReadable() {
        assertThat(SecretFile.isReadableByOthers(directory.resolve("missing"))).isFalse();
    }
}
