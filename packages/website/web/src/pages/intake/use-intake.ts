import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import type { Mode } from '../../api/mode.ts';
import { type Case, caseQuery, jurisdictionQuery } from '../../api/queries.ts';
import { Refusal } from '../../api/refusal.ts';
import { formPath, showRefusal } from '../../shared/form.tsx';
import { type DraftEntry, draftEntry, draftsOf, factsText, ledgerOf } from './ledger-entries.ts';
import { firstPart, type StepId, stepOf, stepsFor, usualFacts } from './steps.ts';
import { readUnsaved, useUnsaved } from './use-unsaved.ts';
import {
  amountFaults,
  emptyValues,
  factsOf,
  type IntakeValues,
  partiesWithName,
  removalFaults,
  valuesOf,
} from './values.ts';

/** What the refused fields of a save lead to. */
export interface IntakeFault {
  step: StepId;
  path: string;
}

/** Each county that is typed is one request, not each of its letters. */
const typingPauseMs = 300;

interface IntakeOf {
  one: Case | null;
  mode: Mode;
  userId: string;
  /** Of the inbox, with which the case is made. */
  files: string[] | undefined;
}

/** The form of a case, its steps, and how it is saved as a draft. `one` is null until the first save makes the case. What is not saved is kept for this user alone. */
export function useIntake({ one, mode, userId, files }: IntakeOf, onDiscard: () => void) {
  const nameOf = (caseId: string) => `${userId}:${caseId}`;
  const name = nameOf(one?.id ?? `new:${mode}`);
  const [kept, setKept] = useState(() => readUnsaved(name));
  const form = useForm<IntakeValues>({
    initialValues: kept?.values ?? (one ? valuesOf(one) : emptyValues(mode === 'test' ? 'ZZ' : '')),
  });
  // Kept lines get keys of this page.
  const [entries, setEntries] = useState<readonly DraftEntry[]>(
    () => kept?.entries.map((entry) => draftEntry(entry)) ?? draftsOf(one?.data.ledger),
  );
  const [refusedLines, setRefusedLines] = useState<ReadonlyMap<number, string>>(new Map());
  const [error, setError] = useState<Error | null>(null);
  const [loaded, setLoaded] = useState(() => kept?.loaded ?? (one && factsText(one)));
  const [newer, setNewer] = useState<Case | null>(null);
  const unsaved = useUnsaved(name, { values: form.values, entries, loaded }, kept !== null);
  const { ground, entryPoint, property } = form.values;
  const [county] = useDebouncedValue(property.county.trim(), typingPauseMs);
  const place = { state: property.state, ...(county !== '' && { county }) };
  const jurisdiction = useQuery({ ...jurisdictionQuery(mode, place), placeholderData: keepPreviousData });
  const rules = jurisdiction.data?.grounds.find((row) => row.ground === ground);
  const required = rules?.requiredFactsByEntryPoint[entryPoint] ?? [];
  const steps = stepsFor(rules ? required : usualFacts(ground, entryPoint));
  // Until it is known what the place asks for, nothing that was filled in is left out.
  const asks = (part: string) => !jurisdiction.data || steps.includes(stepOf(part));
  const queries = useQueryClient();

  // Known before the page is that of the case: a save that fails halfway makes no second case when it is tried again.
  const made = useRef(one?.id);
  const make = (draft: Parameters<typeof call<'POST /v1/cases'>>[1]['body']) =>
    files === undefined
      ? call('POST /v1/cases', { body: draft }, { mode })
      : call('POST /v1/intake/cases', { body: { ...draft, intakeFileIds: files } }, { mode });
  const save = useMutation({
    mutationFn: async (body: object): Promise<Case> => {
      const draft = { ground, entryPoint, ...body } as Parameters<typeof call<'POST /v1/cases'>>[1]['body'];
      const saved =
        made.current === undefined
          ? await make(draft)
          : await call('PATCH /v1/cases/{id}', { id: made.current, body }, { mode });
      made.current = saved.id;
      const address = form.values.paymentAddress.trim();
      if (address === (saved.data.paymentAddress ?? '')) return saved;
      const change = { id: saved.id, body: { paymentAddress: address === '' ? null : address } };
      return call('PUT /v1/cases/{id}/payment-address', change, { mode });
    },
    onSuccess: (saved) => {
      queries.setQueryData(caseQuery(saved.mode, saved.id).queryKey, saved);
      void queries.invalidateQueries({ queryKey: [saved.mode, 'cases'] });
      if (files !== undefined) void queries.invalidateQueries({ queryKey: [saved.mode, 'inbox'] });
    },
  });

  /**
   * Saves what is typed over the facts that the form was filled in with. Resolves to the case, to the first fault that keeps
   * it from being saved, or to null: refused, or changed elsewhere, which `newer` then is. Before the submit, which `isLast`
   * is, that is looked for even if nothing was typed.
   */
  async function saveDraft(over: string | null = loaded, isLast = false): Promise<Case | IntakeFault | null> {
    setError(null);
    setRefusedLines(new Map());
    form.clearErrors();
    const faulty = {
      ...amountFaults(form.values, 'Must be an amount, such as 1,400.00.'),
      ...removalFaults(form.values, one?.data ?? {}, asks, 'What was saved here can be replaced, but not removed.'),
    };
    const [first] = Object.keys(faulty);
    if (first !== undefined) {
      form.setErrors(faulty);
      return faultAt(first);
    }
    const { ledger, places, faults } = ledgerOf(entries);
    if (asks('ledger') && faults.size > 0) return faultAt('ledger');
    if (one && !unsaved.isDirty() && !isLast) return one;
    try {
      if (one) {
        const now = await call('GET /v1/cases/{id}', { id: one.id }, { mode });
        const isNewer = factsText(now) !== over;
        setNewer(isNewer ? now : null);
        if (isNewer) {
          queries.setQueryData(caseQuery(now.mode, now.id).queryKey, now);
          return null;
        }
        if (!unsaved.isDirty()) return one;
      }
      const draft = await save.mutateAsync(factsOf(form.values, ledger, asks));
      setLoaded(factsText(draft));
      unsaved.markSaved(unsaved.text, nameOf(draft.id));
      setKept(null);
      return draft;
    } catch (refused) {
      const refusal = inPlaces(refused, { parties: partiesWithName(form.values), ledger: places });
      setRefusedLines(linesOf(refusal));
      setError(showRefusal(form, refusal));
      const path = refusal instanceof Refusal ? refusal.issues[0]?.path : undefined;
      return path === undefined ? null : faultAt(path);
    }
  }

  return {
    form,
    entries,
    setEntries: useCallback(
      (change: (before: readonly DraftEntry[]) => readonly DraftEntry[]) => setEntries(change),
      [],
    ),
    refusedLines,
    error,
    wasRestored: kept !== null,
    /** Takes back what was typed and not saved: the form is filled in anew with the case as it was last read. */
    discard: () => {
      unsaved.markSaved(unsaved.text, name);
      onDiscard();
    },
    /** The draft as somebody else has saved it since, or another tab; null if nobody has. */
    newer,
    keepMine: () => newer && saveDraft(factsText(newer)),
    isSaving: save.isPending,
    isDirty: unsaved.isDirty(),
    jurisdiction,
    required,
    steps,
    saveDraft,
  };
}

function faultAt(path: string): IntakeFault {
  return { step: stepOf(path), path: formPath(path) };
}

/** What was said of lines of the ledger, by their place. */
function linesOf(refusal: unknown): ReadonlyMap<number, string> {
  const issues = refusal instanceof Refusal ? refusal.issues : [];
  return new Map(
    issues.flatMap(({ path, message }) => {
      const place = firstPart(path) === 'ledger' ? /\[(\d+)\]/.exec(path)?.[1] : undefined;
      return place === undefined ? [] : [[Number(place), message] as const];
    }),
  );
}

/**
 * The refusal with the places of the form: blank lines were not sent, so the third party of the request can be the fourth
 * of the form. `places` has the place in the form for each that was sent.
 */
function inPlaces(error: unknown, places: Readonly<Record<string, readonly number[]>>): unknown {
  if (!(error instanceof Refusal) || error.issues.length === 0) return error;
  const issues = error.issues.map((issue) => ({ ...issue, path: placed(issue.path, places) }));
  const { code, status, message, retryAfter } = error;
  return new Refusal(code, { status, message, retryAfter, details: { issues } });
}

function placed(path: string, places: Readonly<Record<string, readonly number[]>>): string {
  const [, name = '', index = '', rest = ''] = /^(\w+)\[(\d+)\](.*)$/.exec(path) ?? [];
  const place = places[name]?.[Number(index)];
  return place === undefined ? path : `${name}[${place}]${rest}`;
}
