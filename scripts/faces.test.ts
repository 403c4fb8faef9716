import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Names can be in scripts that our own fonts lack. Without a fallback font, they'd show as empty squares.

const css = readFileSync(new URL('../web/src/ui/tokens.css', import.meta.url), 'utf8')
const stackOf = (name: string): string => new RegExp(`--${name}:([^;]+);`).exec(css)?.[1] ?? ''

/** The fonts of Linux and Android, Windows, and Apple's systems for each script. */
const faces: Record<string, string[]> = {
  Hebrew: ['Noto Sans Hebrew', 'system-ui', 'Arial Hebrew'],
  Devanagari: ['Noto Sans Devanagari', 'Nirmala UI', 'Kohinoor Devanagari'],
  Thai: ['Noto Sans Thai', 'Leelawadee UI', 'Thonburi'],
  Chinese: ['Noto Sans CJK SC', 'Microsoft YaHei', 'PingFang SC'],
  Japanese: ['Noto Sans CJK JP', 'Yu Gothic', 'Hiragino Sans'],
  Korean: ['Noto Sans CJK KR', 'Malgun Gothic', 'Apple SD Gothic Neo'],
}

test.each(Object.entries(faces))('names in %s have a face on every system', (_script, named) => {
  const others = stackOf('face-others')
    .split(',')
    .map((face) => face.trim().replaceAll("'", ''))
  expect(others).toEqual(expect.arrayContaining(named))
})

test('every stack of ours ends in the faces for other scripts', () => {
  expect(stackOf('face-text')).toMatch(/var\(--face-others\)$/)
  expect(stackOf('face-late')).toMatch(/var\(--face-others\)$/)
  expect(stackOf('face-display')).toMatch(/var\(--face-late\)$/)
})
