const ADULT = 18

/** The calendar day in the time zone where it begins last, so that people are of age everywhere. */
const lastDay = (now: Date): string => new Date(now.getTime() - 12 * 3_600_000).toISOString().slice(0, 10)

const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Someone born on February 29 is of age on March 1, because no such day comes before it in the order of texts. */
function isAdult(birthdate: string, now: Date): boolean | null {
  if (/^\d{4}$/.test(birthdate))
    return birthdate > '1900' && `${Number(birthdate) + ADULT + 1}` <= lastDay(now).slice(0, 4)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(birthdate) || birthdate < '1900' || !isDay(birthdate)) return null
  return `${Number(birthdate.slice(0, 4)) + ADULT}${birthdate.slice(4)}` <= lastDay(now)
}

const adultAges = (ages: object): boolean | null => {
  const said = Object.entries(ages).filter(([age]) => /^\d+$/.test(age))
  if (said.some(([age, is]) => is === true && Number(age) >= ADULT)) return true
  return said.some(([age, is]) => is === false && Number(age) <= ADULT) ? false : null
}

/** What claims of an OpenID provider say about someone. Null if they say nothing, and no if they contradict each other. */
export function isOver18(claims: Record<string, unknown>, now: Date): boolean | null {
  const { age_over_18: over, age_equal_or_over: ages, birthdate } = claims
  const said = [
    typeof over === 'boolean' ? over : null,
    typeof ages === 'object' && ages !== null ? adultAges(ages) : null,
    typeof birthdate === 'string' ? isAdult(birthdate, now) : null,
  ].filter((each) => each !== null)
  return said.length === 0 ? null : said.every(Boolean)
}
