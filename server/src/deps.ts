import type { Config } from './config.ts'
import type { Budgets } from './infra/budgets.ts'
import type { Bus } from './infra/bus.ts'
import type { Clock } from './infra/clock.ts'
import type { Db } from './infra/db/db.ts'
import type { DatabaseMonitor } from './infra/db/monitor.ts'
import type { WorkerMonitor } from './infra/db/workers.ts'
import type { FanOut } from './infra/fan-out/fan-out.ts'
import type { AgeProvider } from './infra/identity/age-provider.ts'
import type { Facebook } from './infra/identity/facebook.ts'
import type { Google } from './infra/identity/google.ts'
import type { Images } from './infra/images/images.ts'
import type { Incidents } from './infra/incidents.ts'
import type { Jobs } from './infra/jobs.ts'
import type { Keys } from './infra/keys.ts'
import type { LastingKeys } from './infra/lasting-keys.ts'
import type { Logger } from './infra/log.ts'
import type { Mailer } from './infra/mail/mailer.ts'
import type { Memory } from './infra/memory.ts'
import type { Passwords } from './infra/passwords.ts'
import type { Declarations } from './infra/personal-data.ts'
import type { Sandbox } from './infra/payments/sandbox.ts'
import type { PaymentGateway } from './infra/payments/stripe.ts'
import type { Push } from './infra/push.ts'
import type { Storage } from './infra/storage/storage.ts'
import type { Tracing } from './infra/tracing/tracing.ts'

/** The adapters and services that features may use, assembled once, in server.ts. */
export type Deps = {
  config: Config
  db: Db
  /** The same database, for queries that scan an index in its order until they have enough rows. */
  indexScanDb: Db
  database: DatabaseMonitor
  /** Knows which Citus workers are unavailable. */
  workers: WorkerMonitor
  /** Replaces `db` and `budgets` in routes that must work under any load. No other route uses these connections. */
  reserved: { db: Db; budgets: Budgets }
  /** Long queries that may lag a little use this: the read replica, or else the same database with longer timeouts. */
  replica: Db
  /** Decks and lists use this: the read replica once it has all earlier writes, or else `db`. */
  upToDate: Db
  /** Works like `upToDate`, but replaces `indexScanDb`. */
  upToDateIndexScans: Db
  replicaLag: () => Promise<number | null>
  clock: Clock
  log: Logger
  bus: Bus
  /** Shares counts with the other servers, but not with clients. */
  fanOut: FanOut
  jobs: Jobs
  keys: Keys
  lastingKeys: LastingKeys
  budgets: Budgets
  mailer: Mailer
  memory: Memory
  passwords: Passwords
  storage: Storage
  push: Push
  payments: PaymentGateway
  sandbox: Sandbox | null
  images: Images
  incidents: Incidents
  tracing: Tracing | undefined
  declarations: Declarations
  identities: { google?: Google; facebook?: Facebook; age?: AgeProvider }
}
