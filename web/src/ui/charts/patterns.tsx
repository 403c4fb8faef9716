/** The fills of the charts in order. Each has its own pattern, so that they are distinguishable in grayscale. */
const grounds = ['url(#ground-1)', 'url(#ground-2)', 'url(#ground-3)', 'url(#ground-4)', 'url(#ground-5)'] as const
export const chartPatternAt = (index: number): string => grounds[index % grounds.length] ?? grounds[0]

/** The patterns' definitions, rendered once on a page for all charts. */
export const Grounds = () => (
  <svg width="0" height="0" className="absolute" aria-hidden="true">
    <defs>
      <pattern id="ground-1" width="7" height="7" patternUnits="userSpaceOnUse">
        <rect width="7" height="7" fill="var(--chart-1)" />
      </pattern>
      <pattern id="ground-2" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="7" height="7" fill="var(--chart-2)" />
        <rect width="1.5" height="7" fill="var(--stone-900)" opacity=".5" />
      </pattern>
      <pattern id="ground-3" width="7" height="7" patternUnits="userSpaceOnUse">
        <rect width="7" height="7" fill="var(--chart-3)" />
        <circle cx="3.5" cy="3.5" r="1.5" fill="var(--surface)" />
      </pattern>
      <pattern id="ground-4" width="7" height="7" patternUnits="userSpaceOnUse">
        <rect width="7" height="7" fill="var(--chart-4)" />
        <path d="M0 3.5h7" stroke="var(--surface)" strokeWidth="1.6" />
      </pattern>
      <pattern id="ground-5" width="6" height="6" patternUnits="userSpaceOnUse">
        <rect width="6" height="6" fill="var(--surface)" />
        <path d="M0 6 6 0" stroke="var(--chart-5)" strokeWidth="1.4" />
      </pattern>
    </defs>
  </svg>
)
