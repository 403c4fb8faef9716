import { contrastOf, hexOf, type Oklch, oklchOf } from './color.ts'

// The colors of an operator's look. Each of the two chosen colors becomes a ramp: its hue and chroma, at the lightness
// of our own ramp (web/src/ui/tokens.css), except for one step, which is exactly the chosen color. Steps are shifted in
// lightness until every pair of colors that meet on a screen has the contrast it needs. So only the chosen colors
// themselves can fail, and then the nearest color of the same hue is suggested.

/** Colors of tokens.css that stay ours, as oklch. A test compares them with that file. */
const fixed = {
  light: {
    canvas: [0.974, 0.006, 48],
    surface: [1, 0, 0],
    raised: [1, 0, 0],
    sunken: [0.95, 0.009, 46],
    ink: [0.235, 0.017, 8],
  },
  dark: {
    canvas: [0.177, 0.012, 14],
    surface: [0.213, 0.014, 12],
    raised: [0.25, 0.016, 12],
    sunken: [0.282, 0.017, 10],
    ink: [0.955, 0.006, 30],
  },
} as const satisfies Record<string, Record<string, Oklch>>
const PANEL_INK = { light: [0.975, 0.01, 100], dark: [0.955, 0.01, 100] } as const satisfies Record<string, Oklch>
const BUBBLE_INK: Oklch = [0.98, 0.008, 100]

export const fixedColors: Record<string, { light: Oklch; dark: Oklch }> = {
  canvas: { light: fixed.light.canvas, dark: fixed.dark.canvas },
  surface: { light: fixed.light.surface, dark: fixed.dark.surface },
  raised: { light: fixed.light.raised, dark: fixed.dark.raised },
  sunken: { light: fixed.light.sunken, dark: fixed.dark.sunken },
  ink: { light: fixed.light.ink, dark: fixed.dark.ink },
  'pine-panel-ink': PANEL_INK,
}

type Theme = 'light' | 'dark'
const themes = ['light', 'dark'] as const
type Ground = keyof (typeof fixed)['light']
const grounds = {
  light: mapped(fixed.light),
  dark: mapped(fixed.dark),
}
function mapped(colors: Record<Ground, Oklch>): Record<Ground, string> {
  const { canvas, surface, raised, sunken, ink } = colors
  return {
    canvas: hexOf(canvas),
    surface: hexOf(surface),
    raised: hexOf(raised),
    sunken: hexOf(sunken),
    ink: hexOf(ink),
  }
}

const WHITE = '#ffffff'
const BLACK = hexOf(fixed.dark.canvas)
const panelInk = { light: hexOf(PANEL_INK.light), dark: hexOf(PANEL_INK.dark) }
const bubbleInk = hexOf(BUBBLE_INK)

/** Our own ramps, whose lightness and relative chroma the operator's colors get. */
const emberSteps = {
  100: [0.94, 0.036],
  200: [0.885, 0.066],
  300: [0.81, 0.11],
  400: [0.735, 0.155],
  500: [0.66, 0.19],
  600: [0.575, 0.187],
  700: [0.5, 0.165],
  800: [0.42, 0.13],
  950: [0.275, 0.06],
} as const
const pineSteps = {
  100: [0.938, 0.026],
  200: [0.875, 0.045],
  300: [0.79, 0.068],
  400: [0.69, 0.08],
  600: [0.49, 0.075],
  700: [0.415, 0.064],
  800: [0.345, 0.052],
  900: [0.3, 0.044],
  950: [0.265, 0.036],
} as const
type EmberStep = keyof typeof emberSteps
type PineStep = keyof typeof pineSteps
export type Ramp<Step extends number> = Record<Step, string>

/** Large areas stay calm even if the chosen color is neon. */
const mostChroma = (lightness: number) => (lightness > 0.86 ? 0.075 : lightness < 0.38 ? 0.1 : 0.4)

/** The color a step needs contrast with, and how much. */
type Need = readonly [other: string, least: number]
const meets = (hex: string, needs: readonly Need[]) => needs.every(([other, least]) => contrastOf(hex, other) >= least)

/** The color closest to the wanted lightness that has the contrast it needs. */
function fitted([lightness, chroma, hue]: Oklch, direction: 'lighter' | 'darker', needs: readonly Need[]): string {
  const by = direction === 'lighter' ? 0.005 : -0.005
  for (let l = lightness; l >= 0 && l <= 1; l += by) {
    const hex = hexOf([l, chroma, hue])
    if (meets(hex, needs)) return hex
  }
  return direction === 'lighter' ? WHITE : '#000000'
}

type Shade = (lightness: number, share: number) => Oklch
const shadesOf =
  ([, chroma, hue]: Oklch, usual: number): Shade =>
  (lightness, share) => [lightness, Math.min((chroma / usual) * share, mostChroma(lightness)), hue]

const onGrounds = (theme: Theme, least: number, names: readonly Ground[]): Need[] =>
  names.map((name) => [grounds[theme][name], least])
const pages = ['canvas', 'surface', 'raised'] as const
const allGrounds = [...pages, 'sunken'] as const

function emberRamp(accent: string): Ramp<EmberStep> {
  const color = oklchOf(accent)
  const shade = shadesOf(color, emberSteps[600][1])
  const at = (step: EmberStep) => shade(emberSteps[step][0], emberSteps[step][1])
  const darker = (step: EmberStep, by: number): Oklch => {
    const [l, share] = emberSteps[step]
    return shade(Math.max(0, Math.min(l, color[0] - by)), share)
  }
  const soft = { light: hexOf(at(100)), dark: hexOf(at(950)) }
  return {
    100: soft.light,
    200: fitted(at(200), 'lighter', [[soft.dark, 4.5]]),
    300: fitted(at(300), 'lighter', [...onGrounds('dark', 4.5, allGrounds), [BLACK, 4.5]]),
    400: fitted(at(400), 'lighter', [...onGrounds('dark', 3, pages), [BLACK, 4.5]]),
    500: hexOf(at(500)),
    600: accent,
    700: fitted(darker(700, 0.06), 'darker', onGrounds('light', 4.5, allGrounds)),
    800: fitted(darker(800, 0.12), 'darker', [[soft.light, 4.5]]),
    950: soft.dark,
  }
}

function pineRamp(second: string): Ramp<PineStep> {
  const color = oklchOf(second)
  const shade = shadesOf(color, pineSteps[600][1])
  const at = (step: PineStep) => shade(pineSteps[step][0], pineSteps[step][1])
  const soft = { light: hexOf(at(100)), dark: hexOf(at(950)) }
  const muted = fitted(at(200), 'lighter', [[soft.dark, 4.5]])
  return {
    100: soft.light,
    200: muted,
    300: fitted(at(300), 'lighter', [[grounds.light.ink, 3]]),
    400: fitted(at(400), 'lighter', onGrounds('dark', 4.5, pages)),
    600: second,
    700: fitted(at(700), 'darker', [[grounds.dark.ink, 3]]),
    800: fitted(at(800), 'darker', [
      [soft.light, 4.5],
      [muted, 4.5],
      [panelInk.light, 4.5],
      [bubbleInk, 4.5],
    ]),
    900: fitted(at(900), 'darker', [[muted, 4.5]]),
    950: soft.dark,
  }
}

const emberHues = { 100: 38, 200: 37, 300: 36, 400: 35, 500: 34, 600: 33, 700: 33, 800: 33, 950: 34 } as const
const pineHues = { 100: 172, 200: 172, 300: 172, 400: 172, 600: 174, 700: 175, 800: 176, 900: 178, 950: 178 } as const

const own = <Step extends number>(
  steps: Record<Step, readonly [number, number]>,
  hues: Record<Step, number>,
): Record<Step, Oklch> =>
  // The keys are those of `steps`, as texts.
  Object.fromEntries(
    Object.entries<readonly [number, number]>(steps).map(([step, [l, c]]): [string, Oklch] => [
      step,
      [l, c, hues[Number(step) as Step]],
    ]),
  ) as Record<Step, Oklch>

/** Our ramps in full, as tokens.css has them. */
export const ownSteps = { ember: own(emberSteps, emberHues), pine: own(pineSteps, pineHues) }
const shown = <Step extends number>(steps: Record<Step, Oklch>): Ramp<Step> =>
  Object.fromEntries(Object.entries<Oklch>(steps).map(([step, color]) => [step, hexOf(color)])) as Ramp<Step>
/** The colors of an installation that has chosen none. */
export const ownColors = { accent: hexOf(ownSteps.ember[600]), second: hexOf(ownSteps.pine[600]) }
const ownRamps = { ember: shown(ownSteps.ember), pine: shown(ownSteps.pine) }

type Colors = { accent?: string | undefined; second?: string | undefined }

/** The hue of danger. What is safe must not look like it. */
const WINE = 13
const apart = (one: number, other: number) => Math.abs(((one - other + 540) % 360) - 180)

/**
 * True if the second color may also mean “good” and “safe”. Otherwise our pine does: the second color is gray, or looks
 * like danger, or like the accent, which means “act”.
 */
function meansPositive({ accent, second }: Colors): boolean {
  if (!second) return true
  const [, chroma, hue] = oklchOf(second)
  if (chroma < 0.03 || apart(hue, WINE) < 35) return false
  const [, accentChroma, accentHue] = oklchOf(accent ?? ownRamps.ember[600])
  return accentChroma < 0.03 || apart(hue, accentHue) >= 30
}

/** White text if it can be read, otherwise black. */
const inkOn = (fill: string): string => (contrastOf(WHITE, fill) >= 4.5 ? WHITE : '#000000')

type Pair = Record<Theme, string>
const both = (light: string, dark: string): Pair => ({ light, dark })

export type LookTokens = { ramps: { ember: Ramp<EmberStep>; pine: Ramp<PineStep> }; tokens: Record<string, Pair> }

/** All tokens that depend on the two colors, in both themes, as tokens.css derives them from the ramps. */
export function lookTokens({ accent, second }: Colors): LookTokens {
  const ember = accent ? emberRamp(accent) : ownRamps.ember
  const pine = second ? pineRamp(second) : ownRamps.pine
  const good = meansPositive({ accent, second }) ? pine : ownRamps.pine
  const ink = inkOn(ember[600])
  const [lightness, chroma, hue] = oklchOf(ember[600])
  // With black text on it, the fill gets lighter under the pointer, and a black one can't get darker.
  const hover =
    !accent || (ink === WHITE && lightness > 0.3)
      ? fitted(oklchOf(ember[700]), 'darker', [[ink, 4.5]])
      : fitted([lightness + (ink === WHITE ? 0.12 : 0.04), chroma, hue], ink === WHITE ? 'darker' : 'lighter', [
          [ink, 4.5],
        ])
  return {
    ramps: { ember, pine },
    tokens: {
      accent: both(ember[600], ember[400]),
      'accent-hover': both(hover, ember[300]),
      'accent-ink': both(ink, BLACK),
      'accent-text': both(ember[700], ember[300]),
      'accent-soft': both(ember[100], ember[950]),
      'accent-soft-ink': both(ember[800], ember[200]),
      positive: both(good[600], good[400]),
      'positive-soft': both(good[100], good[950]),
      'positive-soft-ink': both(good[800], good[200]),
      'pine-panel': both(pine[800], pine[950]),
      'pine-panel-muted': both(pine[200], pine[200]),
      'chart-1': both(good[600], good[400]),
    },
  }
}

export type ContrastPair = {
  /** The chosen color that the pair depends on. */
  color: 'accent' | 'second'
  /** The token in front, and the one behind it. */
  front: string
  back: string
  theme: Theme
  ratio: number
  needs: number
}

/** Every pair of colors that meet on a screen and depend on a chosen color, in both themes. */
export function contrastPairs(colors: Colors): ContrastPair[] {
  const { ramps, tokens } = lookTokens(colors)
  const { ember, pine } = ramps
  return themes.flatMap((theme) => {
    const token = (name: string) => tokens[name]![theme]
    const pair = (
      color: ContrastPair['color'],
      front: string,
      back: string,
      needs: number,
      [one, other]: string[],
    ) => ({
      color,
      front,
      back,
      theme,
      needs,
      ratio: contrastOf(one!, other!),
    })
    const onPages = (color: ContrastPair['color'], name: string, needs: number, names: readonly Ground[]) =>
      names.map((ground) => pair(color, name, ground, needs, [token(name), grounds[theme][ground]]))
    const ofTokens = (color: ContrastPair['color'], front: string, back: string, needs = 4.5) =>
      pair(color, front, back, needs, [token(front), token(back)])
    const raw = (front: string, one: string, back: string, other: string, needs = 4.5) =>
      pair('second', front, back, needs, [one, other])
    return [
      ...onPages('accent', 'accent', 3, pages),
      ...onPages('accent', 'accent-text', 4.5, allGrounds),
      ofTokens('accent', 'accent-ink', 'accent'),
      ofTokens('accent', 'accent-ink', 'accent-hover'),
      ofTokens('accent', 'accent-soft-ink', 'accent-soft'),
      ...pages.map((name) => raw('second', theme === 'light' ? pine[600] : pine[400], name, grounds[theme][name])),
      ...onPages('second', 'positive', 4.5, pages),
      ...onPages('second', 'chart-1', 3, ['surface']),
      ofTokens('second', 'positive-soft-ink', 'positive-soft'),
      ofTokens('second', 'pine-panel-muted', 'pine-panel'),
      raw('pine-panel-ink', panelInk[theme], 'pine-panel', token('pine-panel')),
      raw('message', bubbleInk, 'pine-800', pine[800]),
      raw('initial', pine[900], 'pine-200', pine[200]),
      raw('toast icon', theme === 'light' ? pine[300] : pine[700], 'ink', grounds[theme].ink, 3),
      raw('ember-300', ember[300], 'pine-panel', token('pine-panel'), 3),
    ]
  })
}

export type ContrastProblem = ContrastPair & { nearest: string }

/** The worst pair of each chosen color that lacks contrast, with the nearest color that works. */
export function contrastProblems(colors: Colors): ContrastProblem[] {
  const failing = contrastPairs(colors).filter(({ ratio, needs }) => ratio < needs)
  return (['accent', 'second'] as const).flatMap((color) => {
    const [worst] = failing
      .filter((pair) => pair.color === color)
      .toSorted((one, other) => one.ratio / one.needs - other.ratio / other.needs)
    return worst && colors[color] ? [{ ...worst, nearest: nearestOf(colors, color) }] : []
  })
}

/** The nearest color of the same hue that works: lighter or darker, whichever needs the smaller step. */
function nearestOf(colors: Colors, color: 'accent' | 'second'): string {
  const [lightness, chroma, hue] = oklchOf(colors[color]!)
  // Most colors fail on the page itself, which is quickly seen.
  const onPage = onGrounds('light', color === 'accent' ? 3 : 4.5, pages)
  const works = (hex: string) =>
    meets(hex, onPage) &&
    contrastPairs({ ...colors, [color]: hex }).every((pair) => pair.color !== color || pair.ratio >= pair.needs)
  for (let step = 1; step <= 250; step++)
    for (const by of [-step, step]) {
      const l = lightness + by * 0.004
      if (l < 0 || l > 1) continue
      const hex = hexOf([l, chroma, hue])
      if (works(hex)) return hex
    }
  return '#000000'
}

/** The fill and the text of the main button in the light theme. Undefined if the operator has chosen no accent. */
export function buttonColors({ accent }: Colors): { fill: string; ink: string } | undefined {
  if (!accent) return undefined
  const { tokens } = lookTokens({ accent })
  return { fill: tokens['accent']!.light, ink: tokens['accent-ink']!.light }
}

type Properties = Record<string, string>

/**
 * The custom properties that show the colors: the ramps, from which tokens.css derives its tokens, and the tokens of one
 * theme. If `isWhole`, they include our own, for a part of a page that may have other colors.
 */
export function colorProperties(
  colors: Colors,
  isWhole = false,
): { ramps: Properties; tokens: Record<Theme, Properties> } {
  const [hasAccent, hasSecond] = [isWhole || colors.accent, isWhole || colors.second]
  if (!hasAccent && !hasSecond) return { ramps: {}, tokens: { light: {}, dark: {} } }
  const { ramps, tokens } = lookTokens(colors)
  const steps = (name: string, ramp: Record<number, string>) =>
    Object.entries(ramp).map(([step, color]) => [`--${name}-${step}`, color])
  const of = (theme: Theme) =>
    Object.fromEntries(Object.entries(tokens).map(([name, both]) => [`--${name}`, both[theme]]))
  return {
    ramps: Object.fromEntries([
      ...(hasAccent ? steps('ember', ramps.ember) : []),
      ...(hasSecond ? steps('pine', ramps.pine) : []),
    ]),
    tokens: { light: of('light'), dark: of('dark') },
  }
}
