import { createAvatar } from '@dicebear/core'
import * as lorelei from '@dicebear/lorelei'
import { pick, type Random } from './pick.ts'

// Illustrated portraits: heads from the CC0 set Lorelei, with our own scenes and clothes. The same seed always gives
// the same portrait.

/** The file name of a photo that shows its owner. */
export const PORTRAIT = 'portrait.webp'

const LINE = '2a1a1c'
const skins = ['f5d6c2', 'f0c3a0', 'edc196', 'e2b088', 'd9a074', 'c98a5e', 'a9683f', '8a5433', '6b4029', '55311f']
const hairColours = ['8a3f22', '2b1b1a', '6b4424', 'c08a45', '1d1516', '4a2f26', 'b5562c', '241a1c']
const greyHair = ['d8d2ca', '8d857d', 'a59c94']
const clothes: [main: string, collar: string][] = [
  ['#2f5d55', '#244a44'],
  ['#e0a63a', '#b97c1c'],
  ['#3c4f76', '#2a3858'],
  ['#d9654a', '#b34b34'],
  ['#7a3450', '#5f2440'],
  ['#e9dfcf', '#c99b3b'],
  ['#2f6a5a', '#e9c46a'],
  ['#40304f', '#2d2138'],
  ['#8fa3a0', '#6b807d'],
]
const longHair = [15, 19, 23, 24, 26, 30, 31, 32, 35, 40, 42, 44, 46]
const eyebrows = [1, 9, 10, 12]
const shortHair = [3, 5, 7, 8, 4, 20, 9, 38, 39]

const rect = (x: number, y: number, w: number, h: number, fill: string, r = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"/>`
const disc = (x: number, y: number, r: number, fill: string) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`

type Tower = readonly [x: number, y: number, width: number]
const towers: Tower[] = [
  [0, 420, 150],
  [130, 330, 130],
  [560, 380, 130],
  [670, 480, 140],
  [250, 520, 120],
]
type Place = readonly [x: number, y: number]
const windows: Place[] = [
  [24, 470],
  [76, 540],
  [160, 380],
  [204, 450],
  [590, 430],
  [634, 500],
  [700, 530],
  [752, 600],
  [280, 570],
]

type Palette = readonly [string, string, string, string, string]
const scenes: ((colours: Palette) => string)[] = [
  ([sky, sun, far, middle, near]) =>
    rect(0, 0, 800, 1000, sky) +
    disc(610, 250, 118, sun) +
    shape('M0 520C140 400 260 420 400 500S660 560 800 430V1000H0z', far) +
    shape('M0 640c160-90 300-40 430 10s250 40 370-40v390H0z', middle) +
    shape('M0 780c200-60 520-70 800 20v200H0z', near),
  ([sky, sun, sea, foam, sand]) =>
    rect(0, 0, 800, 1000, sky) +
    disc(190, 300, 104, sun) +
    rect(0, 470, 800, 530, sea) +
    shape('M640 452l0-150 84 150z', foam) +
    shape('M0 820c220-50 560-30 800 20v160H0z', sand),
  ([wall, one, two, three, floor]) =>
    rect(0, 0, 800, 1000, wall) +
    shape('M-20 420a300 300 0 0 1 600 0v600H-20z', one) +
    disc(640, 230, 150, two) +
    rect(560, 480, 300, 540, three) +
    shape('M0 760h330v240H0z', floor),
  ([sky, moon, one, two, lit]) =>
    rect(0, 0, 800, 1000, sky) +
    disc(620, 190, 72, moon) +
    towers.map(([x, y, width], at) => rect(x, y, width, 700, at % 2 ? two : one)).join('') +
    windows.map(([x, y]) => rect(x, y, 24, 34, lit, 3)).join(''),
  ([wall, awning, lamp, table, cloth]) =>
    rect(0, 0, 800, 1000, wall) +
    Array.from({ length: 8 }, (_, at) =>
      shape(`M${at * 100} 0h100v130a50 50 0 0 1-100 0z`, at % 2 ? '#fff4e6' : awning),
    ).join('') +
    [150, 650].map((x) => rect(x - 3, 130, 6, 200, table) + disc(x, 350, 26, lamp)).join('') +
    rect(0, 640, 800, 20, cloth) +
    rect(0, 660, 800, 340, table),
]
const palettes: Palette[] = [
  ['#f6c9b4', '#f08a5d', '#c7695a', '#8a4250', '#5a2d40'],
  ['#dfe7d6', '#f0d08a', '#8fae86', '#5f8a6b', '#3f6650'],
  ['#dfeaea', '#f4b07a', '#4f8f98', '#f3fbf8', '#ecd2aa'],
  ['#f4d4c6', '#e9a58c', '#f6e3c0', '#8c3f4c', '#b95a4c'],
  ['#33355c', '#f6dfb0', '#23233f', '#453f70', '#f4bd5c'],
  ['#e3ebe2', '#2f6a5a', '#ffe2a0', '#4a3a34', '#7b6a58'],
  ['#cfe0e6', '#fdfdfb', '#7c9bb0', '#2f5560', '#eef4f5'],
]

const body = ([main, collar]: readonly [string, string], striped: boolean) =>
  shape('M40 1010C56 884 150 836 268 812c44-10 74-28 92-52h70c18 24 50 42 96 52 122 26 204 76 226 198z', main) +
  (striped
    ? [862, 906, 950, 994]
        .map(
          (y, at) =>
            `<path d="M${110 - at * 22} ${y + 14}C250 ${y - 16} 540 ${y - 16} ${684 + at * 22} ${y + 14}" ` +
            `stroke="${collar}" stroke-width="16" fill="none"/>`,
        )
        .join('')
    : '') +
  `<ellipse cx="392" cy="806" rx="172" ry="58" fill="${striped ? main : collar}"/>`

// Lorelei's types list every variant by name. All the names that we build are in the set.
const only = (name: string) => [name] as never
const variant = (count: number) => only(`variant${String(count).padStart(2, '0')}`)

type Face = { seed: Random; scene: Random; feminine: boolean; age: number }

/** Draws the same head in all photos of a person. Clothes and scene change. */
export function portrait({ seed, scene, feminine, age }: Face): string {
  const line = [LINE]
  const isGrey = seed() < (age - 42) / 25
  const head = createAvatar(lorelei, {
    seed: String(seed()),
    skinColor: [pick(seed, skins)],
    hairColor: [pick(seed, isGrey ? greyHair : hairColours)],
    hair: variant(pick(seed, feminine ? longHair : shortHair)),
    eyes: variant(1 + Math.floor(seed() * 18)),
    eyebrows: variant(pick(seed, eyebrows)),
    nose: variant(1 + Math.floor(seed() * 6)),
    mouth: only(`happy0${1 + Math.floor(seed() * 6)}`),
    beardProbability: !feminine && age >= 27 && seed() < 0.35 ? 100 : 0,
    glassesProbability: seed() < 0.25 ? 100 : 0,
    earringsProbability: feminine && seed() < 0.4 ? 100 : 0,
    earringsColor: ['e9a23b'],
    frecklesProbability: seed() < 0.2 ? 100 : 0,
    frecklesColor: ['a8552f'],
    hairAccessoriesProbability: 0,
    eyesColor: line,
    eyebrowsColor: line,
    noseColor: line,
    mouthColor: line,
    glassesColor: line,
  })
    .toString()
    .replace(/<metadata[\s\S]*?<\/metadata>/, '')
    .replace(/^<svg[^>]*>/, '')
    .replace(/<\/svg>$/, '')
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 1000" width="800" height="1000" fill="none">',
    `<g>${pick(scene, scenes)(pick(scene, palettes))}</g>`,
    body(pick(scene, clothes), scene() < 0.3),
    `<svg x="48" y="132" width="728" height="728" viewBox="0 0 980 980">${head}</svg></svg>`,
  ].join('')
}
