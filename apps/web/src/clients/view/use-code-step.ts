import { useState } from 'react'
import { isApiError } from '../../trpc.ts'

/** The second step at clients' door: the code field appears once the server asks for it, and stays. */
export function useCodeStep() {
  const [needsCode, setNeedsCode] = useState(false)
  const noteRefusal = (error: unknown) => {
    if (isApiError(error) && error.data?.appCode === 'SECOND_FACTOR_REQUIRED') setNeedsCode(true)
  }
  return { needsCode, noteRefusal }
}
