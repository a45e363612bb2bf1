import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
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

/** A field that prevents saving, and the step that shows it. */
export interface IntakeFault {
  step: StepId;
  path: string;
}

/**
 * How long to wait after the user types a county before requesting its rules, in milliseconds, so that not every letter
 * causes a request.
 */
const typingPauseMs = 300;

interface IntakeOf {
  one: Case | null;
  mode: Mode;
  userId: string;
  /** The inbox files to create the case with. */
  files: string[] | undefined;
}

/**
 * Manages the form of a case, its steps, and how it is saved as a draft. `one` is null until the first save creates the
 * case. Unsaved input is kept only for this user.
 */
export function useIntake({ one, mode, userId, files }: IntakeOf, onDiscard: () => void) {
  const nameOf = (caseId: string) => `${userId}:${caseId}`;
  const name = nameOf(one?.id ?? `new:${mode}`);
  const [kept, setKept] = useState(() => readUnsaved(name));
  const form = useForm<IntakeValues>({
    initialValues: kept?.values ?? (one ? valuesOf(one) : emptyValues(mode === 'test' ? 'ZZ' : '')),
  });
  // Restored lines need keys that are unique on this page.
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
  // Until the jurisdiction's rules have loaded, treat every part as required, so that nothing the user filled in is
  // dropped.
  const asks = (part: string) => !jurisdiction.data || steps.includes(stepOf(part));
  const queries = useQueryClient();

  // Set before the page switches to the created case, so that retrying a partly failed save doesn't create a second
  // case.
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
   * Saves the input, unless the saved facts differ from `over` because the draft was changed elsewhere. Resolves to the
   * case, to the first fault in a field, or to null if the save failed for another reason. If the draft was changed
   * elsewhere, `newer` is set to the changed draft. Before a submit (`isLast`), looks for such a change even if nothing
   * was typed.
   */
  async function saveDraft(over: string | null = loaded, isLast = false): Promise<Case | IntakeFault | null> {
    setError(null);
    setRefusedLines(new Map());
    form.clearErrors();
    const faulty = {
      ...amountFaults(form.values, 'Must be an amount, such as 1,400.00.'),
      ...removalFaults(form.values, one?.data ?? {}, asks, 'A saved value can be replaced, but not removed.'),
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
    setEntries,
    refusedLines,
    error,
    wasRestored: kept !== null,
    /** Discards unsaved input, and fills in the form again from the case as last read. */
    discard: () => {
      unsaved.markSaved(unsaved.text, name);
      onDiscard();
    },
    /**
     * The draft as somebody saved it elsewhere, such as in another browser tab, after it was opened here. Otherwise
     * null.
     */
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

/** Returns why the service refused ledger lines, by index. */
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
 * Converts the indexes in a refusal to those of the form. Blank lines weren't sent, so the third party of the request
 * can be the fourth of the form. `places` contains the form's index of each item sent.
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
