// npm run bench: measures the product's cost. Machines differ and drift, so each number is shown next to that of a
// plain solution to the same task. The command fails if a target is missed. options.ts lists the options.
import { compare } from './against.ts'
import { deckAmong, deckSection } from './deck.ts'
import { backOfficeSection, searchSection } from './lists.ts'
import { defaultChoices, optionsIn, type Section } from './options.ts'
import { profileSection } from './profile.ts'
import { openResults, type Run } from './results.ts'
import { openBench } from './server.ts'
import { socketsSection } from './sockets.ts'
import { endAll, isStopping, stopWithUs } from './started.ts'
import { likesSection, messagesSection } from './writes.ts'

const FEW = 10_000
const sections: Record<Section, (run: Run) => Promise<void>> = {
  profile: profileSection,
  deck: deckSection,
  search: searchSection,
  'back-office': backOfficeSection,
  likes: likesSection,
  messages: messagesSection,
  sockets: socketsSection,
}

const options = optionsIn(process.argv.slice(2))
const { rows, add, accept } = openResults(options)

async function amongFew() {
  if (!options.only.includes('deck') || options.people <= FEW) return undefined
  const few = await deckAmong(await openBench({ ...options, people: FEW, choices: defaultChoices(FEW) }))
  await endAll()
  return few
}

async function measureAll(): Promise<void> {
  if (options.against !== undefined) return compare(options, options.against, add)
  const few = await amongFew()
  const run = { ...options, bench: await openBench(options), add, few }
  for (const name of options.only)
    // A failure becomes the section's result, so that the others are still measured.
    await sections[name](run).catch((error: unknown) =>
      add({ what: name, measured: 'broken off', beside: String(error), bar: 'measured to its end', met: false }),
    )
}

stopWithUs()
const began = performance.now()
await measureAll().catch((error: unknown) => {
  if (!isStopping()) console.error(error)
  process.exitCode = 1
})
if (!isStopping()) {
  await endAll()
  if (options.isAccepted) accept()
  const missed = rows.filter(({ met }) => !met)
  const took = Math.round((performance.now() - began) / 1000)
  console.log(
    `${rows.length - missed.length} of ${rows.length} bars met in ${took} s${missed.length ? '; missed:' : ''}`,
  )
  for (const { what } of missed) console.log(`  ${what}`)
  process.exit(missed.length > 0 ? 1 : process.exitCode)
}
