import type { Deps } from './deps.ts'
import { cleanUp } from './features/system/jobs.ts'
import type { Jobs } from './infra/jobs.ts'

/** Who does which job. */
export const workers = (deps: Deps): Parameters<Jobs['work']>[0] => ({
  housekeeping: () => cleanUp(deps),
})
