import type { Config } from './config.ts'
import type { Bus } from './infra/bus.ts'
import type { Clock } from './infra/clock.ts'
import type { Db } from './infra/db/db.ts'
import type { Jobs } from './infra/jobs.ts'
import type { Keys } from './infra/keys.ts'
import type { Logger } from './infra/log.ts'

/** What features may use of the outside world. Chosen once, in main.ts. */
export type Deps = { config: Config; db: Db; clock: Clock; log: Logger; bus: Bus; jobs: Jobs; keys: Keys }
