package io.foreread.exporter.security;

import at.favre.lib.crypto.bcrypt.BCrypt;
import at.favre.lib.crypto.bcrypt.LongPasswordStrategies;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A password hash of the users file. A check is expensive by design, so callers must limit the rate of checks.
 * Immutable.
 */
abstract class PasswordHash {
    private static final Pattern BCRYPT = Pattern.compile("\\$2[aby]\\$(\\d\\d)\\$[./A-Za-z0-9]{53}");
    private static final Pattern PBKDF2 = Pattern.compile(
            "\\$pbkdf2-(sha256|sha512)\\$(\\d{1,8})\\$([+./A-Za-z0-9]+={0,2})\\$([+./A-Za-z0-9]+={0,2})");
    /** Cost 10 takes less than 100 ms; each increment doubles the time. */
    private static final int MAX_COST = 14;

    private static final int MIN_ITERATIONS = 1_000;
    private static final int MAX_ITERATIONS = 5_000_000;

    private PasswordHash() {}

    /** @throws IllegalArgumentException whose message does not contain the hash */
    static PasswordHash of(String text) {
        Matcher bcrypt = BCRYPT.matcher(text);
        if (bcrypt.matches()) {
            int cost = Integer.parseInt(bcrypt.group(1));
            if (cost < BCrypt.MIN_COST || cost > MAX_COST)
                throw new IllegalArgumentException("a bcrypt cost of " + cost + "; allowed are 4 to " + MAX_COST);
            return new Bcrypt(text);
        }
        Matcher pbkdf2 = PBKDF2.matcher(text);
        if (!pbkdf2.matches())
            throw new IllegalArgumentException("neither a bcrypt hash, as printed by htpasswd -nBC 10 user, nor"
                    + " $pbkdf2-sha256$iterations$salt$hash");
        int iterations = Integer.parseInt(pbkdf2.group(2));
        if (iterations < MIN_ITERATIONS || iterations > MAX_ITERATIONS)
            throw new IllegalArgumentException(
                    iterations + " iterations; allowed are " + MIN_ITERATIONS + " to " + MAX_ITERATIONS);
        return new Pbkdf2(
                "PBKDF2WithHmac" + pbkdf2.group(1).toUpperCase(java.util.Locale.ROOT),
                iterations,
                decoded(pbkdf2.group(3)),
                decoded(pbkdf2.group(4)));
    }

    /** Decodes Base64. The Python library passlib writes a dot instead of a plus. */
    private static byte[] decoded(String base64) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(base64.replace('.', '+'));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("a salt or hash that is not Base64", e);
        }
        if (bytes.length < 8) throw new IllegalArgumentException("a salt or hash of less than 8 bytes");
        return bytes;
    }

    abstract boolean matches(String password);

    private static final class Bcrypt extends PasswordHash {
        private final byte[] hash;

        Bcrypt(String text) {
            hash = text.getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        boolean matches(String password) {
            // bcrypt and htpasswd use the first 72 bytes of a longer password.
            return BCrypt.verifyer(null, LongPasswordStrategies.truncate(BCrypt.Version.VERSION_2Y))
                    .verify(password.getBytes(StandardCharsets.UTF_8), hash)
                    .verified;
        }
    }

    private static final class Pbkdf2 extends PasswordHash {
        private final String algorithm;
        private final int iterations;
        private final byte[] salt;
        private final byte[] hash;

        Pbkdf2(String algorithm, int iterations, byte[] salt, byte[] hash) {
            this.algorithm = algorithm;
            this.iterations = iterations;
            this.salt = salt;
            this.hash = hash;
        }

        @Override
        boolean matches(String password) {
            PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, iterations, hash.length * 8);
            try {
                byte[] made = SecretKeyFactory.getInstance(algorithm)
                        .generateSecret(spec)
                        .getEncoded();
                return MessageDigest.isEqual(made, hash);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("this Java has no " + algorithm, e);
            } finally {
                spec.clearPassword();
            }
        }
    }
}
