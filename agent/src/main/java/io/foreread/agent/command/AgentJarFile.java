package io.foreread.agent.command;

import io.foreread.agent.command.node.NodeAccessException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.CodeSource;

/** Finds the jar that {@code attach} and {@code detach} pass to a node. */
interface AgentJarFile {
    /**
     * Returns the path without symbolic links. A package upgrade changes the link, and a JVM that has loaded an agent does
     * not open a file with the same path again.
     */
    Path realPath() throws NodeAccessException;

    /** The jar that contains this class. */
    static Path ofThisCommand() throws NodeAccessException {
        CodeSource source = AgentJarFile.class.getProtectionDomain().getCodeSource();
        try {
            if (source != null) {
                Path jar = Paths.get(source.getLocation().toURI()).toRealPath();
                if (Files.isRegularFile(jar)) return jar;
            }
        } catch (IOException | URISyntaxException e) {
            throw new NodeAccessException("the jar of this command cannot be found: " + e, e);
        }
        throw new NodeAccessException("this command does not run from foreread-agent.jar");
    }
}
