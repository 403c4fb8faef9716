/** Incidents that operators have to know about, but that no response status shows. */
type Incident = 'tokenReuse' | 'webhookSignature' | 'webhookError'

export type Incidents = { count: (kind: Incident) => void; figures: () => Readonly<Record<Incident, number>> }

export function openIncidents(): Incidents {
  const counts: Record<Incident, number> = { tokenReuse: 0, webhookSignature: 0, webhookError: 0 }
  return { count: (kind) => void counts[kind]++, figures: () => counts }
}
