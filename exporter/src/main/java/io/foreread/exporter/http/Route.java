package io.foreread.exporter.http;

import java.io.IOException;

/** Answers GET and HEAD of one path. */
interface Route {
    void answer(Call call) throws IOException;
}
