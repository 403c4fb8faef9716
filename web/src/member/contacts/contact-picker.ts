// The Contact Picker API, which only some browsers have (Chrome on Android), and TypeScript doesn't know.

type Property = 'name' | 'email' | 'tel' | 'address'
type Picked = { name?: string[]; email?: string[]; tel?: string[]; address?: { city?: string }[] }
type Picker = {
  getProperties: () => Promise<string[]>
  select: (properties: Property[], options: { multiple: boolean }) => Promise<Picked[]>
}

const picker = (): Picker | undefined => {
  const { contacts } = navigator as Navigator & { contacts?: Picker }
  return contacts && 'select' in contacts ? contacts : undefined
}

export const canPickContacts = (): boolean => picker() !== undefined

/** Asks for no more than can be compared: a name counts only with a town. */
export async function pickContacts(): Promise<string[]> {
  const contacts = picker()
  if (!contacts) return []
  const known = await contacts.getProperties()
  const wanted: Property[] = known.includes('address') ? ['email', 'tel', 'name', 'address'] : ['email', 'tel']
  const picked = await contacts.select(
    wanted.filter((property) => known.includes(property)),
    { multiple: true },
  )
  return picked.flatMap(linesOf)
}

const linesOf = ({ name: [name] = [], email = [], tel = [], address = [] }: Picked): string[] => [
  ...email,
  ...tel,
  ...address.flatMap(({ city }) => (name && city ? [`${name}, ${city}`] : [])),
]
