/** The only user of ByteBuddy's agent builder: checks landmarks, weaves, and reports the status of every hook. Loaded
 * during premain. */
package io.foreread.agent.install;
