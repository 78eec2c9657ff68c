/** {@code ./bench abuse}: what clients of a node notice while its endpoint is abused. */
package io.foreread.it.bench.abuse;
