import { missingDetails } from '@kindred/contract'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../infra/db/db.ts'
import { listed } from '../../../infra/words.ts'
import { type Check, fine, warning } from '../checks/checks.ts'
import { configurationOf } from './read-configuration.ts'

/** Many countries require every public site to name who runs it. */
export const operatorCheck = (config: Config, db: Db): Check => ({
  name: 'operator',
  look: async () => {
    const missing = missingDetails((await configurationOf({ config, db })).operator)
    return missing.length === 0
      ? fine('The imprint names the operator.')
      : warning(
          `The imprint lacks the operator’s ${listed(missing)}.`,
          'Many countries require them, such as the EU’s e-commerce directive in Article 5. Add them under ' +
            'Configuration, Operator.',
        )
  },
})
