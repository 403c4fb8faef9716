import type { Fact } from './use-facts.ts'

export const FactsList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="facts">
    {facts.map(([name, value]) => (
      <div key={name} className="contents">
        <dt>{name}</dt>
        <dd dir="auto">{value ?? '–'}</dd>
      </div>
    ))}
  </dl>
)
