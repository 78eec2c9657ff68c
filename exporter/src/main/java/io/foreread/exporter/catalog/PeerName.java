package io.foreread.exporter.catalog;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of another node, which Cassandra writes into names without the characters that JMX forbids: {@code 10.0.0.2}
 * and {@code 2001.db8.0.0.0.0.0.2} on 3.11, later with a port and either every bracket and colon as an underscore
 * ({@code 10.0.0.2_7000}) or, behind a host name and a slash, every colon as a dot ({@code /[2001.db8.0.0.0.0.0.2].7000}).
 */
final class PeerName {
    private static final Pattern IPV4 = Pattern.compile("(\\d+\\.\\d+\\.\\d+\\.\\d+)(?:[._](\\d+))?");
    private static final Pattern IPV6 = Pattern.compile("((?:\\p{XDigit}+[._]){7}\\p{XDigit}+)(%\\w+)?");
    private static final Pattern IPV6_WITH_PORT = Pattern.compile("[\\[_]" + IPV6 + "(?:\\]\\.|__)(\\d+)");

    private PeerName() {}

    /** @return as an operator writes it: {@code 10.0.0.2:7000}, {@code [2001:db8:0:0:0:0:0:2]:7000} */
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
