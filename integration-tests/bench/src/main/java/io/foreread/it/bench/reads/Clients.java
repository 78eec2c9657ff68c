package io.foreread.it.bench.reads;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.load.Pace;
import io.foreread.it.fixture.DeviceStats;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Sends the same requests to every contender: keys and tokens are random and differ between the phases of a turn, but are
 * the same in each turn. The latencies do not contain failed requests, which are counted.
 */
public final class Clients {
    private static final int MANY = 10;

    private final CqlSession session;
    private final DeviceStats device;
    private final int perSecond;
    private final RequestedKeys keys;
    /** The seed of the next phase. */
    private long seed;

    private final PreparedStatement point;
    private final PreparedStatement range;

    public Clients(CqlSession session, DeviceStats device, int perSecond, RequestedKeys keys) {
        this.session = session;
        this.device = device;
        this.perSecond = perSecond;
        this.keys = keys;
        point = session.prepare("SELECT payload FROM " + DataSpec.qualifiedTable() + " WHERE p = ?");
        range = session.prepare("SELECT p, payload FROM " + DataSpec.qualifiedTable() + " WHERE token(p) > ? LIMIT 10");
    }

    /**
     * Sends point reads.
     *
     * @param meanwhile runs during the requests, which end when it returns
     */
    Phase points(Runnable meanwhile) {
        return Phase.of(points(new RequestTotals(), perSecond, meanwhile));
    }

    /**
     * Sends point reads.
     *
     * @param totals the totals to which the requests are added
     * @param meanwhile runs during the requests, which end when it returns
     */
    public void points(RequestTotals totals, Runnable meanwhile) {
        points(totals, perSecond, meanwhile);
    }

    private RequestTotals points(RequestTotals totals, int perSecond, Runnable meanwhile) {
        return send(totals, perSecond, random -> point.bind(keys.next(random)), meanwhile);
    }

    /** Like {@link #points(Runnable)} with ten times the rate, so that hot rows are requested repeatedly. */
    Phase manyPoints(Runnable meanwhile) {
        return Phase.of(points(new RequestTotals(), MANY * perSecond, meanwhile));
    }

    /**
     * Sends range reads of ten rows.
     *
     * @param meanwhile runs during the requests, which end when it returns
     */
    Phase ranges(Runnable meanwhile) {
        return Phase.of(send(new RequestTotals(), perSecond, random -> range.bind(random.nextLong()), meanwhile));
    }

    private RequestTotals send(
            RequestTotals totals,
            int perSecond,
            Function<SplittableRandom, BoundStatement> requests,
            Runnable meanwhile) {
        SplittableRandom random = new SplittableRandom(seed++);
        DeviceStats.Reads before = device.reads();
        try (Pace pace = new Pace(
                session,
                perSecond,
                (number, dueNanos) -> new Pace.Request(requests.apply(random), (error, nanos) -> {
                    if (error == null) totals.add(nanos);
                    else totals.addFailed();
                }))) {
            pace.start();
            meanwhile.run();
        }
        totals.add(device.reads().minus(before));
        return totals;
    }
}
