import type { OwnQuestion } from '@kindred/contract/profiles/own-questions'
import { MOST_ANSWERS, MOST_OWN_QUESTIONS } from '@kindred/contract/profiles/own-questions'
import { useLingui } from '@lingui/react/macro'
import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { isLive } from './retired.ts'
import { type Entry, type FileProblem, type Place, readQuestions, template, toCsv, toJson } from './question-files.ts'
import { previewOf } from './question-import.ts'
import { ImportPreview } from './import-preview.tsx'

type Props = {
  own: readonly OwnQuestion[]
  saved: readonly OwnQuestion[]
  onImport: (own: OwnQuestion[]) => void
}

function useFileProblems(): Record<Exclude<FileProblem, 'header'>, string> {
  const { t } = useLingui()
  return {
    empty: t`This file has no questions.`,
    encoding: t`This file isn’t in UTF-8. In your spreadsheet, save it as “CSV UTF-8”.`,
    json: t`This isn’t a list of questions in JSON.`,
    quotes: t`A quotation mark in this file is never closed.`,
  }
}

/** Exports own questions, and imports them after a preview. */
export function QuestionFiles({ own, saved, onImport }: Props) {
  const { t } = useLingui()
  const problems = useFileProblems()
  const { list } = useFormats()
  const [file, setFile] = useState<{ entries: Entry[]; place: Place }>()
  // The draft can be edited while the preview is open, so each change updates it.
  const preview = file && { ...previewOf(file.entries, own, saved), place: file.place }
  const [failure, setFailure] = useState('')
  const live = own.filter(isLive)
  const save = async (kind: 'csv' | 'json') => {
    try {
      const text = live.length === 0 ? await template() : kind === 'csv' ? await toCsv(live) : toJson(live)
      saveFile(new Blob([text], { type: kind === 'csv' ? 'text/csv' : 'application/json' }), `questions.${kind}`)
    } catch (error) {
      toast({ text: errorText(error), bad: true })
    }
  }
  const missing = (columns: readonly string[]) => {
    const names = list(columns)
    return t`The first line has to name the columns. Missing: ${names}.`
  }
  const read = async (chosen: File | undefined) => {
    if (!chosen) return
    setFile(undefined)
    setFailure('')
    try {
      const content = await readQuestions(await chosen.text())
      if ('entries' in content) setFile(content)
      else if (content.problem === 'header') setFailure(missing(content.missing))
      else setFailure(problems[content.problem])
    } catch (error) {
      setFailure(errorText(error))
    }
  }
  return (
    <section className="card grid grid-cols-1 gap-4" aria-label={t`Import and export`}>
      <h2>{t`Import and export`}</h2>
      <p className="text-muted">
        {t`A CSV has one line for each language of a question: its ID, the language, the question, up to ${MOST_ANSWERS} answers, and “yes” if it’s sensitive. Without an ID, a line in English is a new question, and the lines below translate it.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <FileButton
          label={t`Import a CSV or JSON`}
          accept=".csv,.json,text/csv,application/json"
          onFile={(chosen) => void read(chosen)}
        >
          <Upload size={16} />
          {t`Import a CSV or JSON`}
        </FileButton>
        {live.length === 0 && (
          <Button tone="quiet" onClick={() => void save('csv')}>
            <Download size={16} />
            {t`Download a template`}
          </Button>
        )}
        {live.length > 0 && (
          <>
            <Button tone="quiet" onClick={() => void save('csv')}>
              <Download size={16} />
              {t`Export as CSV`}
            </Button>
            <Button tone="quiet" onClick={() => void save('json')}>
              <Download size={16} />
              {t`Export as JSON`}
            </Button>
          </>
        )}
      </div>
      <ErrorNote>
        {failure ||
          (preview?.isTooMany && t`With this file, there would be more than ${MOST_OWN_QUESTIONS} questions.`)}
      </ErrorNote>
      {preview && (
        <ImportPreview
          preview={preview}
          onCancel={() => setFile(undefined)}
          onAccept={() => {
            onImport(preview.own)
            setFile(undefined)
            toast({ text: t`Imported. Save to make it live.` })
          }}
        />
      )}
    </section>
  )
}
