// Go: go mod init shop && go get github.com/standard-webhooks/standard-webhooks/libraries
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"sync"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type event struct {
	Data struct {
		PaymentIntent struct{ ID, Status string } `json:"payment_intent"`
		Reference     any
		Sequence      int
	}
}

func main() {
	verifier, err := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	var mutex sync.Mutex
	seen, paid, last := map[string]bool{}, map[string]bool{}, map[string]int{}
	http.HandleFunc("POST /webhooks", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		var e event
		if verifier.Verify(body, r.Header) != nil || json.Unmarshal(body, &e) != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		mutex.Lock()
		defer mutex.Unlock()
		id, intent := r.Header.Get("webhook-id"), e.Data.PaymentIntent
		if !seen[id] && e.Data.Sequence >= last[intent.ID] {
			seen[id], last[intent.ID] = true, e.Data.Sequence
			if intent.Status == "completed" && !paid[intent.ID] {
				paid[intent.ID] = true
				fmt.Println("paid", e.Data.Reference)
			}
		}
		w.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:9000", nil))
}
