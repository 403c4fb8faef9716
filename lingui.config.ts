import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { languages } from './contract/src/languages.ts'

export default defineConfig({
  sourceLocale: 'en',
  locales: [...languages],
  format: formatter({ lineNumbers: false, printPlaceholdersInComments: { limit: 3 } }),
  catalogs: [{ path: '<rootDir>/web/src/locales/{locale}', include: ['<rootDir>/web/src'], exclude: ['**/*.test.*'] }],
})
