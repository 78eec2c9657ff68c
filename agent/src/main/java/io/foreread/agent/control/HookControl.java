package io.foreread.agent.control;

import io.foreread.agent.hook.CassandraDaemonHook;
import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.HookCatalog;
import io.foreread.agent.probe.HookSwitch;
import io.foreread.exporter.recorder.HookStatus;
import io.foreread.exporter.recorder.HookStatus.State;
import io.foreread.exporter.recorder.Recorders;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** States and switches of the hooks, for an operator. */
final class HookControl {
    private HookControl() {}

    /** Returns the state of each hook by its name, with the reason of a hook that was not applied. */
    static Map<String, String> states() {
        Map<String, String> states = new TreeMap<>();
        for (HookStatus status : Recorders.HOOKS.statuses()) {
            boolean off = isWoven(status) && !HookSwitch.of(status.hook()).on;
            states.put(status.hook(), off ? "switched off" : described(status));
        }
        return states;
    }

    /** @throws IllegalArgumentException if the hook cannot be switched; the message is for an operator */
    static void switchHook(String hook, boolean on) {
        if (HookCatalog.hooks().stream().noneMatch(known -> known.name().equals(hook)))
            throw new IllegalArgumentException("no hook '" + hook + "'; there are "
                    + HookCatalog.hooks().stream().map(Hook::name).collect(Collectors.joining(", ")));
        if (hook.equals(CassandraDaemonHook.NAME))
            throw new IllegalArgumentException(
                    "hook '" + hook + "' has an effect only while the node starts; set hooks." + hook
                            + " to false before the next start");
        if (on) checkWoven(hook, "it");
        HookSwitch.of(hook).on = on;
    }

    /**
     * @param subject what cannot be switched on without the hook
     * @throws IllegalArgumentException if the hook was not applied; the message is for an operator
     */
    static void checkWoven(String hook, String subject) {
        for (HookStatus status : Recorders.HOOKS.statuses())
            if (status.hook().equals(hook) && !isWoven(status))
                throw new IllegalArgumentException("hook '" + hook + "' was not applied when the agent started ("
                        + described(status) + "), so that " + subject + " cannot be switched on. If a setting is the"
                        + " reason, change it, and restart the node, or detach the agent and attach it again");
    }

    /** A hook that waits is woven as soon as Cassandra loads its class. */
    private static boolean isWoven(HookStatus status) {
        return status.state() == State.APPLIED || status.state() == State.WAITING;
    }

    private static String described(HookStatus status) {
        String state = status.state().label();
        return status.reason().isEmpty() ? state : state + ": " + status.reason();
    }
}
