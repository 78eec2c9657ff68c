package io.foreread.agent.install;

/** A class that only one test loads. JUnit loads the classes that are nested in a test. */
final class LateHost {
    int twice(int number) {
        return 2 * number;
    }
}
