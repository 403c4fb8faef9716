import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageWithHead } from './heads.ts'

test('each public page has the same description before and after its scripts run', () => {
  const screens = globSync('web/src/public/**/*-screen.tsx').map((file) => readFileSync(file, 'utf8'))
  const describe = pageWithHead('%DESCRIPTION%')
  for (const path of ['/welcome', '/join', '/privacy', '/faqs', '/terms', '/rules', '/help', '/safety']) {
    const text = describe(path).replaceAll('%BRAND%', '${brand}')
    expect([path, screens.filter((source) => source.includes(`\`${text}\``)).length]).toEqual([path, 1])
  }
})
