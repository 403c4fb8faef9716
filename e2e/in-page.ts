import { PSEUDO } from '@kindred/contract/languages'

// Measurements within a page. The functions are sent as text, so they can't use imports.

type Box = { left: number; top: number; right: number; bottom: number }
type Piece = { element: Element; box: Box; words: string }

/** The visible box of an element, which is the part that its ancestors don't clip. */
function seenOf(element: Element, { left, top, right, bottom }: Box): Box | null {
  const box = { left, top, right, bottom }
  for (let each: Element | null = element; each; each = each.parentElement) {
    const { overflowX, overflowY, clipPath, position } = getComputedStyle(each)
    if (clipPath.startsWith('inset(50%')) return null
    if (each !== document.body && each !== document.documentElement) {
      const clip = each.getBoundingClientRect()
      if (overflowX !== 'visible')
        [box.left, box.right] = [Math.max(box.left, clip.left), Math.min(box.right, clip.right)]
      if (overflowY !== 'visible')
        [box.top, box.bottom] = [Math.max(box.top, clip.top), Math.min(box.bottom, clip.bottom)]
    }
    if (position === 'fixed') break
  }
  return box.right - box.left < 3 || box.bottom - box.top < 3 ? null : box
}

function isShown(element: Element): boolean {
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
}

function linesOfText(): Piece[] {
  const pieces: Piece[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (texts.nextNode()) {
    const { currentNode: node } = texts
    const element = node.parentElement
    const words = node.textContent?.trim() ?? ''
    if (!element || words === '' || !isShown(element) || element.closest('option, script, style, noscript')) continue
    range.selectNodeContents(node)
    for (const line of range.getClientRects())
      if (line.width > 1 && line.height > 1) pieces.push({ element, box: line, words: words.slice(0, 40) })
  }
  return pieces
}

const CONTROLS =
  'a[href]:not(svg a), button, input:not([type=hidden], [type=file]), select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=switch]'

function nameOf(element: Element): string {
  const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
  return `${element.localName} “${name.slice(0, 40)}”`
}

/**
 * The layer above the page that contains an element: a bar, a dialog or a menu. Overlaps count only within one layer.
 */
function layerOf(element: Element): Element | null {
  for (let each: Element | null = element; each; each = each.parentElement)
    if (/fixed|sticky/.test(getComputedStyle(each).position) || each.matches('dialog, [popover], [role=dialog]'))
      return each
  return null
}

/** True if one element is a photo, and the other has its own background or is positioned over the photo. */
function isOnPicture(one: Element, other: Element): boolean {
  const [above, picture] = other.localName === 'img' ? [one, other] : [other, one]
  if (picture.localName !== 'img') return false
  for (let each: Element | null = above; each && !each.contains(picture); each = each.parentElement) {
    const { backgroundColor, position } = getComputedStyle(each)
    if (position === 'absolute' || !/^rgba\(.*, 0\)$|^transparent$|\/ 0\)$/.test(backgroundColor)) return true
  }
  return false
}

function overlaps(a: Box, b: Box): boolean {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  // A line of large text is taller than its line height.
  return wide > 3 && high > 3 && high > 0.35 * Math.min(a.bottom - a.top, b.bottom - b.top)
}

/** True if a control is inside a field, like the button that shows a password. */
function isInField(control: Element, field: Element): boolean {
  const [inner, outer] = [control.getBoundingClientRect(), field.getBoundingClientRect()]
  return (
    /input|textarea|select/.test(field.localName) &&
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  )
}

function overlapping(): string[] {
  const boxes = (selector: string) =>
    [...document.body.querySelectorAll(selector)]
      .filter(isShown)
      .flatMap((element): Piece[] =>
        [...element.getClientRects()].map((box) => ({ element, box, words: nameOf(element) })),
      )
  const pieces = [...linesOfText(), ...boxes(CONTROLS), ...boxes('img')]
    .flatMap(({ element, box, words }) => {
      const seen = seenOf(element, box)
      return seen ? [{ element, box: seen, words, layer: layerOf(element) }] : []
    })
    .toSorted((a, b) => a.box.top - b.box.top)
  const problems = new Set<string>()
  for (const [at, a] of pieces.entries())
    for (let next = at + 1; next < pieces.length; next++) {
      const b = pieces[next]!
      if (b.box.top >= a.box.bottom) break
      if (a.layer !== b.layer || !overlaps(a.box, b.box)) continue
      if (a.element.contains(b.element) || b.element.contains(a.element)) continue
      if (isOnPicture(a.element, b.element) || isInField(a.element, b.element) || isInField(b.element, a.element))
        continue
      problems.add(`“${a.words}” and “${b.words}” overlap`)
    }
  return [...problems]
}

/** Lists texts that are clipped without an ellipsis or a scroll bar. */
function cutOff(): string[] {
  const problems = new Set<string>()
  const { clientWidth } = document.documentElement
  for (const { element, box, words } of linesOfText()) {
    const seen = seenOf(element, box)
    if (!seen || element.closest('svg')) continue
    let block: Element | undefined
    for (let each: Element | null = element; each; each = each.parentElement) {
      const { display, overflowX, textOverflow, position } = getComputedStyle(each)
      if (/auto|scroll/.test(overflowX) || textOverflow === 'ellipsis') break
      if (/inline$|contents/.test(display)) continue
      const edge = each.getBoundingClientRect()
      const isOutside = box.right > edge.right + 2 || box.left < edge.left - 2
      if (isOutside && (!block || overflowX !== 'visible')) problems.add(`“${words}” leaves its ${each.localName}`)
      block ??= each
      if (position === 'fixed') break
    }
    const isBeyond = seen.left < clientWidth && seen.right > clientWidth + 1
    const isBefore = seen.left < -1 && seen.right > 0
    if ((isBeyond || isBefore) && !isScrolled(element)) problems.add(`“${words}” leaves the screen`)
  }
  return [...problems]
}

function isScrolled(element: Element): boolean {
  for (let each: Element | null = element; each && each !== document.body; each = each.parentElement)
    if (/auto|scroll/.test(getComputedStyle(each).overflowX)) return true
  return false
}

/** Lists buttons whose label wraps or overflows. */
function brokenLabels(): string[] {
  const problems = new Set<string>()
  for (const button of document.querySelectorAll('.button_button')) {
    const range = document.createRange()
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
    const tops = new Set<number>()
    const edge = button.getBoundingClientRect()
    let isFull = false
    while (texts.nextNode()) {
      range.selectNodeContents(texts.currentNode)
      for (const line of range.getClientRects()) {
        const seen = seenOf(texts.currentNode.parentElement ?? button, line)
        if (!seen) continue
        tops.add(Math.round(seen.top / 8))
        isFull ||= seen.right > edge.right + 1 || seen.left < edge.left - 1
      }
    }
    if (tops.size > 1 || isFull) problems.add(`the label of ${nameOf(button)} is broken`)
  }
  return [...problems]
}

/** True for links within a sentence, where a finger-sized target would tear the lines apart. */
function isInSentence(control: Element): boolean {
  if (getComputedStyle(control).display !== 'inline' || !control.parentElement) return false
  const around = control.parentElement.textContent ?? ''
  return around.trim().length > (control.textContent ?? '').trim().length + 3
}

const FINGER = 43.5
/** The pixels of touch area that two neighboring controls may share. */
const SHARED = 10

/** The touch area of a control, including its label and any pseudo-element that enlarges it. */
function reachOf(control: HTMLElement): Box {
  const { labels } = control as HTMLInputElement
  const boxes = [control, ...(labels ?? [])].map((each) => each.getBoundingClientRect())
  const box = {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  }
  const { width, height, position, content } = getComputedStyle(control, '::before')
  if (position !== 'absolute' || content === 'none' || getComputedStyle(control).overflow !== 'visible') return box
  const aside = Math.max(0, (parseFloat(width) - (box.right - box.left)) / 2)
  const above = Math.max(0, (parseFloat(height) - (box.bottom - box.top)) / 2)
  return { left: box.left - aside, top: box.top - above, right: box.right + aside, bottom: box.bottom + above }
}

/** Lists controls that are smaller than a fingertip or too close to each other. */
function tooSmall(): string[] {
  const problems = new Set<string>()
  const controls = [...document.body.querySelectorAll<HTMLElement>(CONTROLS)]
    .filter((control) => isShown(control) && !isInSentence(control) && !control.closest('svg'))
    .flatMap((element) => {
      const whole = element.getBoundingClientRect()
      const seen = seenOf(element, whole)
      if (!seen || seen.bottom + window.scrollY < 0) return []
      return [{ element, box: reachOf(element), layer: layerOf(element), cut: whole.bottom - seen.bottom }]
    })
    .toSorted((a, b) => a.box.top - b.box.top)
  for (const [at, { element, box, layer, cut }] of controls.entries()) {
    const [wide, high] = [box.right - box.left, box.bottom - box.top]
    if (high < FINGER || wide < FINGER) problems.add(`${nameOf(element)} is ${Math.round(wide)} × ${Math.round(high)}`)
    for (let next = at + 1; next < controls.length; next++) {
      const other = controls[next]!
      if (other.box.top >= box.bottom) break
      if (other.layer !== layer || element.contains(other.element) || isInField(other.element, element)) continue
      const shared = [
        Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left),
        // Content that is scrolled out of view below can't be touched.
        box.bottom - cut - other.box.top,
      ]
      if (Math.min(...shared) > SHARED) problems.add(`${nameOf(element)} and ${nameOf(other.element)} are too close`)
    }
  }
  return [...problems]
}

/** The number of letters after which a word wraps without a hyphen, or 0. */
function breakIn(node: Node, start: number, word: string): number {
  const range = document.createRange()
  let bottom = Infinity
  for (let at = 0; at < word.length; at++) {
    if (word[at] === '\u00ad') continue
    range.setStart(node, start + at)
    range.setEnd(node, start + at + 1)
    const box = range.getBoundingClientRect()
    if (box.top >= bottom - 2 && word[at - 1] !== '\u00ad') return at
    bottom = box.bottom
  }
  return 0
}

/**
 * Lists our own words that wrap without a hyphen. Only some browsers know where to hyphenate, so a word must fit or
 * contain soft hyphens.
 */
function brokenWords(): string[] {
  const problems = new Set<string>()
  if (document.documentElement.lang === PSEUDO) return []
  document.body.style.hyphens = 'manual'
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (texts.nextNode()) {
    const { currentNode: node } = texts
    const element = node.parentElement
    if (!element || element.closest('bdi, [dir=auto], code, option, script, style, svg') || !isShown(element)) continue
    range.selectNodeContents(node)
    if (range.getClientRects().length < 2) continue
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(
      /(?<![^\s(“„«])[\p{L}\u00ad]{2,30}(?![\p{L}\w@/])/gu,
    )) {
      const at = breakIn(node, index, word)
      if (at > 0) problems.add(`“${word.slice(0, at)}/${word.slice(at)}” is broken without a hyphen`)
    }
  }
  document.body.style.hyphens = ''
  return [...problems]
}

const functions = [
  seenOf,
  isShown,
  linesOfText,
  nameOf,
  layerOf,
  isOnPicture,
  isInField,
  overlaps,
  overlapping,
  cutOff,
  isScrolled,
  brokenLabels,
  breakIn,
  brokenWords,
  isInSentence,
  reachOf,
  tooSmall,
]

/** The functions to run in a page, with their helpers. */
export const inPage = [
  `const CONTROLS = ${JSON.stringify(CONTROLS)}, FINGER = ${FINGER}, SHARED = ${SHARED}, PSEUDO = '${PSEUDO}'`,
  ...functions.map(String),
].join('\n')
