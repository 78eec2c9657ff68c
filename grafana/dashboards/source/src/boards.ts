import { cluster } from "./boards/cluster.js";
import { compaction } from "./boards/compaction.js";
import { exporter } from "./boards/exporter.js";
import { fleet } from "./boards/fleet.js";
import { jvm } from "./boards/jvm.js";
import { nodeDetails } from "./boards/node-details.js";
import { node } from "./boards/node.js";
import { readAhead } from "./boards/read-ahead.js";
import { clientRequests } from "./boards/requests.js";
import { storage } from "./boards/storage.js";
import { streaming } from "./boards/streaming.js";
import { table } from "./boards/table.js";
import type { Board } from "./vocabulary/board.js";

/** All boards. The name of each JSON file is the uid of the board without the prefix `foreread-`. */
export const boards: readonly Board[] = [
  readAhead,
  fleet,
  cluster,
  node,
  nodeDetails,
  table,
  compaction,
  clientRequests,
  jvm,
  storage,
  streaming,
  exporter,
];
