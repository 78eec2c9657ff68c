/**
 * Checks landmarks, weaves, and reports the status of every hook. The only package that uses ByteBuddy's agent builder.
 * Loaded during premain.
 */
package io.foreread.agent.install;
