import { globSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { heads, pageWithHead, pictureOf } from './heads.ts'

test('each public page has the same description before and after its scripts run', () => {
  const screens = globSync('web/src/public/**/*-screen.tsx').map((file) => readFileSync(file, 'utf8'))
  const describe = pageWithHead('%DESCRIPTION%')
  for (const path of ['/welcome', ...Object.keys(heads)]) {
    const text = describe(path).replaceAll('%BRAND%', '${brand}')
    expect([path, screens.filter((source) => source.includes(`\`${text}\``)).length]).toEqual([path, 1])
  }
})

test('each public page has a title and a small picture of its own; all others share one, and say nothing else', async () => {
  const html = readFileSync('web/index.html', 'utf8')
  const propertiesAt = (path: string) =>
    Object.fromEntries(
      [...pageWithHead(html)(path).matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"/g)].map(
        ([, name, content]) => [name, content],
      ),
    )
  const general = propertiesAt('/discover')
  expect(general).toMatchObject({ 'og:title': '%BRAND%', 'og:image': '%PUBLIC_URL%/social.png' })
  for (const path of ['/welcome', '/chat/1f', '/users?search=ada', '/reset-password#token=x'])
    expect(propertiesAt(path)).toEqual(general)
  const titles = new Set<unknown>()
  for (const path of Object.keys(heads)) {
    const own = propertiesAt(`${path}?from=x`)
    expect(own).toMatchObject({ 'og:image': `%PUBLIC_URL%/${pictureOf(path)}`, 'twitter:card': 'summary_large_image' })
    titles.add(own['og:title'])
    const picture = readFileSync(`web/public/${pictureOf(path)}`)
    const { width, height } = await sharp(picture).metadata()
    expect([path, width, height, picture.length < 100_000]).toEqual([path, 1200, 630, true])
  }
  expect(titles.size).toBe(Object.keys(heads).length)
})
