package io.foreread.exporter.catalog;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Restores the address of another node from a metric name, where Cassandra replaces the characters that JMX forbids.
 * 3.11 writes {@code 10.0.0.2} and {@code 2001.db8.0.0.0.0.0.2}. Later releases add the port. They replace brackets and
 * colons by underscores ({@code 10.0.0.2_7000}) or, after a host name and a slash, colons by dots
 * ({@code /[2001.db8.0.0.0.0.0.2].7000}).
 */
final class PeerName {
    private static final Pattern IPV4 = Pattern.compile("(\\d+\\.\\d+\\.\\d+\\.\\d+)(?:[._](\\d+))?");
    private static final Pattern IPV6 = Pattern.compile("((?:\\p{XDigit}+[._]){7}\\p{XDigit}+)(%\\w+)?");
    private static final Pattern IPV6_WITH_PORT = Pattern.compile("[\\[_]" + IPV6 + "(?:\\]\\.|__)(\\d+)");

    private PeerName() {}

    /** @return the usual notation: {@code 10.0.0.2:7000}, {@code [2001:db8:0:0:0:0:0:2]:7000} */
    static String readable(String text) {
        String address = text.substring(text.lastIndexOf('/') + 1);
        Matcher matcher = IPV4.matcher(address);
        if (matcher.matches()) return matcher.group(2) == null ? address : matcher.group(1) + ':' + matcher.group(2);
        matcher = IPV6_WITH_PORT.matcher(address);
        if (matcher.matches()) return '[' + colons(matcher) + "]:" + matcher.group(3);
        matcher = IPV6.matcher(address);
        return matcher.matches() ? colons(matcher) : address;
    }

    private static String colons(Matcher address) {
        String zone = address.group(2);
        return address.group(1).replace('.', ':').replace('_', ':') + (zone == null ? "" : zone);
    }
}
