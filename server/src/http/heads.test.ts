import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { heads, pictureOf } from './heads.ts'
import { filledPage } from './page.ts'

test('each public page has a title and a small picture of its own; all others share one, and say nothing else', async () => {
  const html = readFileSync('web/index.html', 'utf8')
  const propertiesAt = (path: string) => {
    const page = filledPage(html, { path, language: 'en', publicUrl: 'https://nest.example', brand: 'Nest' })
    const named = page.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"/g)
    return Object.fromEntries([...named].map(([, name, content]) => [name, content]))
  }
  const general = propertiesAt('/discover')
  expect(general).toMatchObject({ 'og:title': 'Nest', 'og:image': 'https://nest.example/social.png' })
  for (const path of ['/welcome', '/chat/1f', '/users', '/constructor', '__proto__'])
    expect(propertiesAt(path)).toEqual(general)
  const titles = new Set<unknown>()
  for (const path of Object.keys(heads)) {
    const own = propertiesAt(path)
    const image = `https://nest.example/${pictureOf(path)}`
    expect(own).toMatchObject({ 'og:image': image, 'twitter:card': 'summary_large_image' })
    titles.add(own['og:title'])
    const picture = readFileSync(`web/public/${pictureOf(path)}`)
    const { width, height } = await sharp(picture).metadata()
    expect([path, width, height, picture.length < 100_000]).toEqual([path, 1200, 630, true])
  }
  expect(titles.size).toBe(Object.keys(heads).length)
})
