import 'react'

declare module 'react' {
  interface CSSProperties {
    /** What our style sheets take as a custom property. */
    [property: `--${string}`]: string | number | undefined
  }
}
