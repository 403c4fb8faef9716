import { encode } from 'uqr'

/** Large codes are for long texts, so they have as little redundancy as possible: nothing stains a screen. */
type Props = { text: string; label: string; isLarge?: boolean }

/** A code that a phone's camera opens. It is dark on light in both themes, because not every camera reads the opposite. */
export default function QrCode({ text, label, isLarge = false }: Props) {
  const { data, size } = encode(text, { ecc: isLarge ? 'L' : 'M', border: 4 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className={`aspect-square w-full rounded-md ${isLarge ? 'max-w-80' : 'max-w-60'}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
