import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { FlowGraph } from '../flow/graph/flow-graph.tsx';
import { examples } from '../flows/examples.ts';
import './example-choice.css';

export interface ExampleChoiceProps {
  /** The least that is valid. */
  readonly blank: string;
  readonly mediaType: string;
  readonly onChoose: (source: string) => void;
}

/** The first step of a new flow: an example, shown as a graph, or the least that runs. */
export function ExampleChoice({ blank, mediaType, onChoose }: ExampleChoiceProps) {
  const choices = [{ name: 'Blank', description: 'One input and one shell task', source: blank }, ...examples];
  const [chosen, setChosen] = useState('Blank');
  const { source, name } = choices.find((each) => each.name === chosen)!;
  return (
    <div className="example-choice">
      <fieldset className="stack gap-8">
        <legend>Begin with</legend>
        {choices.map((choice) => (
          <label key={choice.name} className="example-option framed hoverable">
            <input
              type="radio"
              name="example"
              checked={choice.name === chosen}
              onChange={() => setChosen(choice.name)}
            />
            <span>
              <strong>{choice.name}</strong>
              <span className="muted">{choice.description}</span>
            </span>
          </label>
        ))}
        <div>
          <Button variant="primary" onPress={() => onChoose(source)}>
            Use {name}
          </Button>
        </div>
        <p>
          Or <Link to="/ui/import">import a Jenkinsfile</Link>.
        </p>
      </fieldset>
      <FlowGraph key={chosen} text={source} mediaType={mediaType} />
    </div>
  );
}
