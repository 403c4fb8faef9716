import type { Series } from './scale.ts'

/** A cell that a spreadsheet would run is made text. */
const cell = (value: string | number): string => {
  // In a file, the marks that isolate a range on the screen would be part of its text.
  const text = String(value).replaceAll(/[\u2066-\u2069]/g, '')
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The figures behind a chart, as a spreadsheet reads them. */
export const csvOf = (label: string, labels: readonly string[], series: readonly Series[]): string =>
  [
    [label, ...series.map(({ name }) => name)],
    ...labels.map((each, at) => [each, ...series.map(({ values }) => values[at] ?? 0)]),
  ]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('')

const copiedStyles = [
  'fill',
  'stroke',
  'stroke-width',
  'font-family',
  'font-size',
  'font-weight',
  'opacity',
  'text-anchor',
  'direction',
]

/** Everything within an element, each with its like in a copy of it. */
function pairsOf(whole: Element, copy: Element): [Element, Element][] {
  const copies = copy.querySelectorAll('*')
  return [...whole.querySelectorAll('*')].flatMap((each, at): [Element, Element][] => {
    const like = copies[at]
    return like ? [[each, like]] : []
  })
}

/** A copy that looks the same by itself: what the style sheets say is written into it. */
function standalone(svg: SVGSVGElement): SVGSVGElement {
  const copy = document.importNode(svg, true)
  const defs = document.querySelector('#ground-1')?.closest('defs')
  const pairs = pairsOf(svg, copy)
  if (defs) {
    const grounds = document.importNode(defs, true)
    pairs.push(...pairsOf(defs, grounds))
    copy.prepend(grounds)
  }
  for (const [from, to] of pairs) {
    const style = getComputedStyle(from)
    for (const name of copiedStyles) to.setAttribute(name, style.getPropertyValue(name).replaceAll('"', "'"))
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return copy
}

const SHARP = 2

/** The chart as a picture, with its background. */
export async function pngOf(svg: SVGSVGElement): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect()
  const image = new Image()
  const source = new XMLSerializer().serializeToString(standalone(svg))
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * SHARP
  canvas.height = height * SHARP
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The chart could not be drawn.')
  context.fillStyle = getComputedStyle(svg.closest('.card') ?? document.body).backgroundColor
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The chart could not be drawn.')
  return blob
}
