import type { OwnQuestion } from '@kindred/contract/profiles/own-questions'
import { expect, test } from 'vitest'
import { readQuestions, toCsv, toJson } from './question-files.ts'
import { previewOf } from './question-import.ts'

const boats: OwnQuestion = {
  id: 'boats',
  text: 'Sail, or row?',
  answers: ['Sail', 'Row', '=Neither'],
  translations: {
    de: { text: 'Segeln oder „rudern“?', answers: ['Segeln', 'Rudern', '-Nichts'] },
    ar: { text: 'الإبحار أم التجديف؟', answers: ['الإبحار', 'التجديف', 'لا شيء'] },
  },
}
const tides: OwnQuestion = { id: 'tides', text: '@High or "low"?', answers: ["'+High", "''=Low"], sensitive: true }
const both = [boats, tides]

async function preview(text: string, draft: OwnQuestion[] = both, saved: OwnQuestion[] = draft) {
  const read = await readQuestions(text)
  if ('missing' in read) return `header ${read.missing.join(' ')}`
  if ('problem' in read) return read.problem
  const { imported, problems, own } = previewOf(read.entries, draft, saved)
  return {
    kinds: imported.map(({ kind, question }) => `${kind} ${question.id}`),
    problems: problems.map(({ place, problem }) => `${place} ${problem}`),
    own,
  }
}

const head = 'id,language,question,answer1,answer2,answer3'
const lines = (...rows: string[]) => [head, ...rows].join('\n')
const liveIds = (own: readonly OwnQuestion[]) => own.flatMap(({ id, retiredAt }) => (retiredAt ? [] : [id]))

test('an exported file has a line for each language, and no cell that a spreadsheet would run', async () => {
  const csv = await toCsv(both)
  expect(csv.startsWith('\ufeffid,language,question,answer1,')).toBe(true)
  expect(csv.split('\r\n')).toHaveLength(6)
  const cells = csv.split(/\r\n|,/).map((cell) => cell.replace(/^"/, ''))
  expect(cells.filter((cell) => /^\s*[=+@-]/.test(cell))).toEqual([])
  for (const text of ["'=Neither", "'-Nichts", `'@High or ""low""?`, "''+High", "'''=Low"]) expect(csv).toContain(text)
})

test.each([
  ['CSV', toCsv],
  ['CSV with semicolons', async (own: OwnQuestion[]) => (await toCsv(own)).replaceAll(/,(?! )/g, ';')],
  ['JSON', toJson],
])('a %s that was exported is the same when it is imported', async (_, write) => {
  const file = await write(both)
  expect(await preview(file)).toEqual({ kinds: ['unchanged boats', 'unchanged tides'], problems: [], own: both })
  expect(await preview(file, [])).toEqual({ kinds: ['new boats', 'new tides'], problems: [], own: both })
})

test('a question that a file has twice is imported once, and the second line is named', async () => {
  const rows = [',en,Tea or coffee?,Tea,Coffee', ',en,Up or down?,Up,Down', ',en,tea or coffee?,Coffee,Tea,Both']
  expect(await preview(lines(...rows), [])).toMatchObject({
    kinds: ['new tea-or-coffee', 'new up-or-down'],
    problems: ['4 repeated'],
  })
})

test('a file may add translations alone, and correct a question, which keeps its answers', async () => {
  const french = await preview(lines('boats,fr,Voile ou rame ?,Voile,Rame,Ni l’un ni l’autre'))
  expect(french).toMatchObject({ kinds: ['changed boats'], problems: [] })
  expect(french).toHaveProperty('own.0.translations', {
    ...boats.translations,
    fr: { text: 'Voile ou rame ?', answers: ['Voile', 'Rame', 'Ni l’un ni l’autre'] },
  })
  const text = await preview(lines('boats,en,Sail or row?,Sail,Row,=Neither'))
  expect(text).toMatchObject({ kinds: ['changed boats'], own: [{ ...boats, text: 'Sail or row?' }, tides] })
})

test('other answers make a new question in the same place, and retire the saved one', async () => {
  const other = lines('boats,en,"Sail, or row?",Sail,Row,Swim')
  const replaced = await preview(other)
  expect(replaced).toMatchObject({
    kinds: ['replaced sail-or-row'],
    own: [
      { id: 'sail-or-row', answers: ['Sail', 'Row', 'Swim'] },
      { ...boats, retiredAt: expect.any(String) as string },
      { id: 'tides' },
    ],
  })
  const { own } = replaced as { own: OwnQuestion[] }
  expect(own[0]).not.toHaveProperty('translations')
  // The same file again changes nothing more.
  expect(await preview(other, own, both)).toMatchObject({ kinds: ['unchanged sail-or-row'], own })
  // No one can have answered a question that isn't saved, so it keeps its ID.
  const unsaved = await preview(other, both, [tides])
  expect(liveIds((unsaved as { own: OwnQuestion[] }).own)).toEqual(['boats', 'tides'])
})

test('lines without an ID are new questions, and the lines below translate them', async () => {
  const rows = lines(
    ',,Hill or valley?,Hill,Valley',
    ',de,Berg oder Tal?,Berg,Tal',
    '',
    ',en,Hill? Or valley?,Both,None',
  )
  const added = await preview(rows, [])
  expect(added).toMatchObject({
    kinds: ['new hill-or-valley', 'new hill-or-valley-2'],
    own: [
      { translations: { de: { text: 'Berg oder Tal?', answers: ['Berg', 'Tal'] } } },
      { answers: ['Both', 'None'] },
    ],
  })
  const { own } = added as { own: OwnQuestion[] }
  expect(await preview(rows, own)).toMatchObject({ kinds: ['unchanged hill-or-valley', 'unchanged hill-or-valley-2'] })
})

test('each problem names its line, and leaves out its question only', async () => {
  const long = 'x'.repeat(161)
  expect(
    await preview(
      lines(
        'good,en,Fine?,Yes,No',
        'good,de,Gut?,Ja,"Ne\nin"', // On two lines,
        'one,en,One?,Yes',
        'gap,en,Gap?,Yes,,No',
        'same,en,Same?,Yes,yes',
        `long,en,${long},Yes,No`,
        'none,en,,Yes,No',
        'Bad ID,en,ID?,Yes,No',
        'tongue,xx,What?,Yes,No',
        'count,en,Count?,Yes,No',
        'count,de,Wie viele?,Ja,Nein,Beides',
        'count-2,de,Ohne Englisch?,Ja,Nein',
        'twin,en,Twin?,Yes,No',
        'twin,en,Twin?,Yes,No',
      ),
      [],
    ),
  ).toMatchObject({
    kinds: [],
    problems: [
      '3 other',
      '5 answers',
      '6 answers',
      '7 same',
      '8 question-long',
      '9 question',
      '10 id',
      '11 language',
      '13 count',
      '14 english',
      '16 twice',
    ],
    own: [],
  })
})

test.each([
  ['empty', ''],
  ['empty', `${head}\n`],
  ['header question answer1 answer2', 'a,b\n1,2'],
  ['header answer2', 'question,Answer1\n1,2'],
  ['encoding', lines('x,en,Caf\ufffd?,Yes,No')],
  ['quotes', lines('x,en,"Never closed,Yes,No')],
  ['json', '[{"id": '],
  ['json', '{"people": 1}'],
])('a file can be refused as a whole: %s', async (problem, text) => {
  expect(await preview(text)).toBe(problem)
})
