package io.foreread.agent.probe;

import java.util.concurrent.ConcurrentHashMap;

/** The run-time switch of one hook. Thread-safe; looked up once per probe class or scan, never per read. */
public final class HookSwitch {
    private static final ConcurrentHashMap<String, HookSwitch> SWITCHES = new ConcurrentHashMap<>();

    /** Volatile, because the threads that read and scan use it while another thread switches it. */
    public volatile boolean on = true;

    private HookSwitch() {}

    /** Returns the switch of a hook. The first call creates the switch, turned on. */
    public static HookSwitch of(String hook) {
        return SWITCHES.computeIfAbsent(hook, name -> new HookSwitch());
    }
}
