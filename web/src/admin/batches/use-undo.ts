import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { toast } from '../../ui/toast.tsx'
import { useUndoBatch } from './use-bulk.ts'

export function useUndo() {
  const { t } = useLingui()
  const undo = useUndoBatch()
  return useMutation({
    mutationFn: (id: string) =>
      undo(id).then(
        ({ done, total, waiting }) =>
          toast({
            text: waiting
              ? t`Another administrator has to approve this undo.`
              : done === total
                ? t`Undone.`
                : t`${done} of ${total} undone. The rest have changed in the meantime.`,
          }),
        (error: unknown) => toast({ text: errorText(error), bad: true }),
      ),
  })
}
