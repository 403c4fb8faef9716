import { languageNames, type Language } from '@kindred/contract/languages'
import type { Replacement } from '@kindred/contract/operations/texts'
import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { errorText } from '../../api/error-text.ts'
import { exportTexts, importTexts } from '../../api/texts-client.ts'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.tsx'

type Props = { language: Language; own: readonly Replacement[]; set: (own: Replacement[]) => void }

/** Texts as .po files, the format of translators' tools. Of a file with a problem, nothing is used. */
export function PoFiles({ language, own, set }: Props) {
  const { t } = useLingui()
  const name = languageNames[language]
  const save = useMutation({
    mutationFn: () => exportTexts(language),
    onSuccess: (po) => saveFile(new Blob([po], { type: 'text/x-gettext-translation' }), `${language}.po`),
  })
  const read = useMutation({
    mutationFn: async (file: File) => importTexts(language, await file.text(), [...own]),
    onSuccess: ({ replacements, problems }) => {
      if (problems.length > 0) return
      set(replacements)
      toast({ text: t`The file’s texts are ready. Save the configuration to use them.` })
    },
  })
  const problems = read.data?.problems ?? []
  return (
    <div className="grid grid-cols-1 gap-3 border-t border-line pt-4">
      <h3>{t`Files for translators`}</h3>
      <p className="text-small text-muted">
        {t`The .po file has all texts in ${name}, with your saved words. When it comes back, only texts that differ from ours are used.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button tone="quiet" busy={save.isPending} onClick={() => save.mutate()}>
          <Download size={18} />
          {t`Export .po`}
        </Button>
        <FileButton
          label={t`Import .po`}
          accept=".po,text/x-gettext-translation"
          busy={read.isPending}
          onFile={(file) => read.mutate(file)}
        >
          {!read.isPending && <Upload size={18} />}
          {t`Import .po`}
        </FileButton>
      </div>
      <ErrorNote>{(save.isError && errorText(save.error)) || (read.isError && errorText(read.error))}</ErrorNote>
      {problems.length > 0 && (
        <>
          <ErrorNote>{t`Nothing was imported. Please correct these entries:`}</ErrorNote>
          <ul className="grid grid-cols-1 gap-2 text-small wrap-anywhere">
            {problems.map(({ text, problem }, at) => (
              <li key={at}>
                <b dir="auto">{text}</b>
                <br />
                {problem}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
