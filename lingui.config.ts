import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { translated } from './contract/src/languages.ts'

export default defineConfig({
  sourceLocale: 'en',
  locales: translated,
  format: formatter({ origins: false, printPlaceholdersInComments: { limit: 3 } }),
  catalogs: [{ path: '<rootDir>/web/src/locales/{locale}', include: ['<rootDir>/web/src'], exclude: ['**/*.test.*'] }],
})
