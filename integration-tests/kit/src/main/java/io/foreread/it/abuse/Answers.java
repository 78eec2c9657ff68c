package io.foreread.it.abuse;

import java.util.Map;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks the responses of the endpoint to abusive clients. Thread-safe. */
public final class Answers {
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3})");
    private static final Pattern METRICS = Pattern.compile("foreread_|# (TYPE|HELP) |<title>Foreread");
    /** Text of files that requests try to read, such as {@code /etc/passwd} and {@code cassandra.yaml}. */
    private static final Pattern FILES = Pattern.compile("root:x?:0:0|PRIVATE KEY|\\$2[aby]\\$|data_file_directories");

    private static final int MAX_WRONG = 20;
    private static final int MAX_QUOTED_CHARS = 300;

    private final Map<Integer, LongAdder> statuses = new ConcurrentHashMap<>();
    private final Queue<String> wronglyServed = new ConcurrentLinkedQueue<>();
    private final AtomicInteger wrong = new AtomicInteger();

    /**
     * @param answer the response or its first part
     * @param allowed the maximum number of responses with status 200; if it is 0, responses must contain neither
     *     metrics nor the status page
     */
    void add(String request, String answer, int allowed) {
        int served = 0;
        Matcher status = STATUS.matcher(answer);
        while (status.find()) {
            int code = Integer.parseInt(status.group(1));
            statuses.computeIfAbsent(code, key -> new LongAdder()).increment();
            if (code == 200) served++;
        }
        boolean hasMetrics = METRICS.matcher(answer).find();
        if (served > allowed
                || (allowed == 0 && hasMetrics)
                || FILES.matcher(answer).find()) wronglyServed(request + " was answered " + shortened(answer));
    }

    private void wronglyServed(String what) {
        if (wrong.incrementAndGet() <= MAX_WRONG) wronglyServed.add(what);
    }

    private static String shortened(String text) {
        return text.length() > MAX_QUOTED_CHARS ? text.substring(0, MAX_QUOTED_CHARS) + "..." : text;
    }

    /** The first requests whose responses are not allowed, each with its response. */
    public Queue<String> wronglyServed() {
        return wronglyServed;
    }

    /** The number of responses by status. */
    public SortedMap<Integer, Long> statuses() {
        SortedMap<Integer, Long> sums = new TreeMap<>();
        statuses.forEach((code, count) -> sums.put(code, count.sum()));
        return sums;
    }
}
