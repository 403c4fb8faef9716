import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { toast } from '../../ui/toast.tsx'
import { useUndoBatch } from './use-bulk.ts'

/** Takes a batch back, and says what came of that. */
export function useTakingBack() {
  const { t } = useLingui()
  const undo = useUndoBatch()
  return useMutation({
    mutationFn: (id: string) =>
      undo(id).then(
        ({ done, total }) =>
          toast({
            text:
              done === total ? t`Taken back.` : t`${done} of ${total} taken back; the others were decided about since.`,
          }),
        (error: unknown) => toast({ text: errorText(error), bad: true }),
      ),
  })
}
