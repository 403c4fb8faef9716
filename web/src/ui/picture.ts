// A photo's URL is that of its largest file. The server stores smaller files beside it
// (contract/src/discovery/pictures.ts).

const widths = { tiny: 64, small: 320, medium: 640, large: 1080 }
type Size = keyof typeof widths

const fileOf = (url: string, size: Size): string => url.replace('/large?', `/${size}?`)

const filesOf = (url: string, sizes: readonly Size[]): string =>
  sizes.map((size) => `${fileOf(url, size)} ${widths[size]}w`).join(',')

/** A file that is large enough to look at a photo’s light. */
export const smallFileOf = (url: string): string => fileOf(url, 'small')

/**
 * Attributes of an `<img>`, so that the browser loads the smallest sufficient file. `sizes` is the width of the photo
 * on the page.
 */
export const pictureIn = (url: string, sizes: string) => ({
  src: fileOf(url, 'medium'),
  srcSet: filesOf(url, ['small', 'medium', 'large']),
  sizes,
})

/** Attributes of an `<img>` for a square of this many pixels. */
export const portraitIn = (url: string, pixels: number) => ({
  src: fileOf(url, 'tiny'),
  srcSet: filesOf(url, ['tiny', 'small']),
  sizes: `${pixels}px`,
})
