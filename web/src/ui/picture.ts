// A picture's address names its largest file. The server keeps smaller ones beside it (contract/discovery/pictures.ts).

const widths = { tiny: 64, small: 320, medium: 640, large: 1080 }
type Size = keyof typeof widths

const fileOf = (url: string, size: Size): string => url.replace('/large?', `/${size}?`)

const filesOf = (url: string, sizes: readonly Size[]): string =>
  sizes.map((size) => `${fileOf(url, size)} ${widths[size]}w`).join(',')

/** What an `<img>` needs so that the browser loads the file that fits. `sizes`: how wide the picture is on the page. */
export const pictureIn = (url: string, sizes: string) => ({
  src: fileOf(url, 'medium'),
  srcSet: filesOf(url, ['small', 'medium', 'large']),
  sizes,
})

/** The same for a square of so many pixels. */
export const portraitIn = (url: string, pixels: number) => ({
  src: fileOf(url, 'tiny'),
  srcSet: filesOf(url, ['tiny', 'small']),
  sizes: `${pixels}px`,
})
