package io.foreread.it.bench.laboratory;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Creates JSON values like those that applications write. Unlike random bytes, they compress well, and their
 * decompression takes CPU time.
 */
final class Documents {
    private static final String[] STATES = {"new", "paid", "picked", "shipped", "delivered", "returned", "cancelled"};
    private static final String[] WORDS = {
        "adapter",
        "aluminium",
        "battery",
        "black",
        "blue",
        "box",
        "bracket",
        "cable",
        "case",
        "charger",
        "compact",
        "cover",
        "cotton",
        "display",
        "double",
        "dry",
        "filter",
        "fine",
        "flat",
        "folding",
        "frame",
        "glass",
        "green",
        "grip",
        "handle",
        "heavy",
        "holder",
        "hook",
        "inner",
        "kit",
        "lamp",
        "large",
        "leather",
        "light",
        "lock",
        "long",
        "magnetic",
        "matte",
        "metal",
        "mini",
        "mount",
        "narrow",
        "oak",
        "outdoor",
        "outer",
        "pack",
        "pad",
        "paper",
        "pocket",
        "portable",
        "power",
        "quiet",
        "rack",
        "red",
        "ring",
        "round",
        "rubber",
        "screen",
        "sensor",
        "set",
        "sheet",
        "short",
        "silver",
        "slim",
        "small",
        "soft",
        "spare",
        "stand",
        "steel",
        "strap",
        "switch",
        "table",
        "tall",
        "thin",
        "tool",
        "tray",
        "twin",
        "universal",
        "wall",
        "warm",
        "washable",
        "water",
        "white",
        "wide",
        "wireless",
        "wooden",
        "wool"
    };

    private Documents() {}

    /** Returns the document of a version of a row. It is the same at each call. */
    static ByteBuffer of(long row, int version, int bytes) {
        SplittableRandom random = new SplittableRandom(row * 31 + version);
        StringBuilder text = new StringBuilder(bytes + 256);
        text.append("{\"order\":\"").append(Long.toHexString(random.nextLong())).append("\",\"lines\":[");
        while (text.length() < bytes) line(text, random);
        return ByteBuffer.wrap(text.substring(0, bytes).getBytes(StandardCharsets.US_ASCII));
    }

    private static void line(StringBuilder text, SplittableRandom random) {
        text.append("{\"sku\":\"").append(Integer.toHexString(random.nextInt()));
        text.append("\",\"quantity\":").append(random.nextInt(1, 10));
        text.append(",\"price\":").append(random.nextInt(100, 20_000) / 100.0);
        text.append(",\"state\":\"").append(STATES[random.nextInt(STATES.length)]);
        text.append("\",\"updated_at\":").append(1_790_000_000_000L + random.nextInt());
        text.append(",\"description\":\"");
        for (int words = random.nextInt(4, 12); words > 0; words--)
            text.append(WORDS[random.nextInt(WORDS.length)]).append(words == 1 ? "\"}," : " ");
    }
}
