import type { Language } from '@chuma/contract/languages'

/** Answer in the language that the call asks for, or else in the caller's. */
export function inLanguage<Input extends { language?: string | undefined }>(
  { language }: { language?: Language | undefined },
  input: Input,
): Input & { language: string } {
  return { ...input, language: input.language ?? language ?? 'en' }
}
