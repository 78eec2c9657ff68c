/** What hostile or broken clients do to an endpoint: shared by a suite, which holds it to what it may serve, and a benchmark. */
package io.foreread.it.abuse;
